//! The [head](crate::eval::head) under fit: its values in floating point, and how
//! they learn (Adagrad: J. Duchi et al., 2011).

use super::seed::Random;
use crate::eval::head::{self, FULL, Head, LARGEST_ENTRY, LARGEST_OUTPUT, ONE, SHIFT, WIDTH};
use crate::eval::pattern::HEAD;
use crate::eval::tying::Tying;

/// What an output weight of 1 is worth, in discs.
const OUTPUT: f32 = 32.0;

/// Discs to the file's unit of an output weight.
const FILE_OUTPUT: f32 = OUTPUT * 128.0 * (1 << SHIFT) as f32 / FULL as f32;

/// Gradients outside (0, 1) are 0 by definition, and a sum that lies there for every
/// position would never learn again: below 0 this share of the gradient counts.
const LEAK: f32 = 0.02;

/// A row of values and of the squared gradients seen.
#[derive(Clone, Copy, Debug)]
struct Row {
    value: [f32; WIDTH],
    seen: [f32; WIDTH],
}

/// A head for some numbers of empty squares.
#[derive(Clone, Debug)]
pub struct Net {
    rows: Vec<Row>,
    offsets: Row,
    outputs: Row,
}

/// What a net says of a position.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// What it adds to the score, in discs.
    pub score: f32,
    sums: [f32; WIDTH],
}

impl Row {
    fn new(mut value: impl FnMut() -> f32) -> Self {
        Self {
            value: std::array::from_fn(|_| value()),
            seen: [1e-6; WIDTH],
        }
    }

    #[inline(always)]
    fn step(&mut self, gradients: &[f32; WIDTH], rate: f32, largest: f32) {
        for ((value, seen), gradient) in self.value.iter_mut().zip(&mut self.seen).zip(gradients) {
            *seen += gradient * gradient;
            *value = (*value + rate * gradient / seen.sqrt()).clamp(-largest, largest);
        }
    }
}

impl Net {
    /// Small random rows, and outputs that cancel out on average.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        let mut random = Random::new(u64::from(seed), 77);
        let mut spread = |width: f64| (width * (random.unit() - 0.5)) as f32;
        let rows = (0..Tying::get().head_count()).map(|_| Row::new(|| spread(0.1)));
        Self {
            rows: rows.collect(),
            offsets: Row::new(|| 0.5),
            outputs: Row::new(|| spread(1.0)),
        }
    }

    /// The net of an earlier fit.
    #[must_use]
    pub fn from_head(head: &Head) -> Self {
        let one = ONE as f32;
        let kept = head.kept();
        let (kept, _) = kept.as_chunks::<WIDTH>();
        let row = |kept: &[i16; WIDTH], unit: f32| {
            let mut values = kept.iter().map(|&value| f32::from(value) / unit);
            Row::new(|| values.next().unwrap_or(0.0))
        };
        let (rows, rest) = kept.split_at(Tying::get().head_count());
        Self {
            rows: rows.iter().map(|kept| row(kept, one)).collect(),
            offsets: row(&rest[0], one),
            outputs: row(&rest[1], FILE_OUTPUT),
        }
    }

    /// As the file keeps it, see [`head::values`].
    #[must_use]
    pub fn values(&self) -> Vec<i16> {
        let one = ONE as f32;
        let rows = self.rows.iter().map(|row| (row, one));
        let all = rows.chain([(&self.offsets, one), (&self.outputs, FILE_OUTPUT)]);
        let values: Vec<i16> = all
            .flat_map(|(row, unit)| row.value.map(|value| (value * unit).round() as i16))
            .collect();
        debug_assert_eq!(values.len(), head::values());
        values
    }

    /// The score of a position that uses these rows.
    #[inline]
    #[must_use]
    pub fn say(&self, rows: &[u32; HEAD]) -> Said {
        let mut sums = self.offsets.value;
        for &row in rows {
            let row = &self.rows[row as usize].value;
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
        let squares = sums.map(|sum| sum.clamp(0.0, 1.0).powi(2));
        let outputs = squares.iter().zip(&self.outputs.value);
        let score: f32 = outputs.map(|(square, weight)| square * weight).sum();
        Said {
            score: OUTPUT * score,
            sums,
        }
    }

    /// Moves all that took part against the error, in discs.
    #[inline]
    pub fn learn(&mut self, rows: &[u32; HEAD], said: &Said, error: f32, rate: f32) {
        let error = error / OUTPUT;
        let slopes: [f32; WIDTH] = std::array::from_fn(|at| {
            let (sum, weight) = (said.sums[at], self.outputs.value[at]);
            match sum {
                ..=0.0 => LEAK * error * weight,
                1.0.. => 0.0,
                _ => 2.0 * sum * error * weight,
            }
        });
        let squares = said.sums.map(|sum| error * sum.clamp(0.0, 1.0).powi(2));
        let largest = LARGEST_OUTPUT as f32 / FILE_OUTPUT;
        self.outputs.step(&squares, rate, largest);
        self.offsets.step(&slopes, rate, 32.0);
        let largest = LARGEST_ENTRY as f32 / ONE as f32;
        for &row in rows {
            self.rows[row as usize].step(&slopes, rate, largest);
        }
    }
}
