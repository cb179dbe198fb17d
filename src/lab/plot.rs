//! Line charts as SVG: errors by phase, learning curves.
//!
//! Draws given series of points, knows nothing of fits.

use std::fmt::Write;

const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;

/// Colours of the series in turn (P. Tol's bright scheme, safe for the colour-blind).
const COLOURS: [&str; 7] = [
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb",
];

/// Some points under one name.
#[derive(Clone, Debug)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Points in the order in which they are joined.
    pub points: Vec<(f64, f64)>,
}

/// A chart of some series over one pair of axes.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The heading.
    pub title: String,
    /// What is across, with its unit.
    pub across: String,
    /// What is upwards, with its unit.
    pub upwards: String,
    /// The lines.
    pub series: Vec<Series>,
}

impl Chart {
    /// The chart as a whole SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Axis::over(points().map(|point| point.0));
        let y = Axis::over(points().map(|point| point.1));
        let across = |value: f64| LEFT + x.part(value) * (WIDTH - LEFT - RIGHT);
        let upwards = |value: f64| HEIGHT - BOTTOM - y.part(value) * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        // Writing to a string cannot fail.
        let mut line = |text: String| {
            let _ = writeln!(svg, "{text}");
        };
        let text = |x: f64, y: f64, anchor: &str, text: &str| {
            let text = escaped(text);
            format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>")
        };
        line(text(WIDTH / 2.0, 22.0, "middle", &self.title));
        line(text(WIDTH / 2.0, HEIGHT - 12.0, "middle", &self.across));
        line(text(8.0, 22.0, "start", &self.upwards));
        let bottom = HEIGHT - BOTTOM;
        for mark in x.marks() {
            let at = across(mark);
            line(grid(at, TOP, at, bottom));
            line(text(at, bottom + 18.0, "middle", &x.label(mark)));
        }
        for mark in y.marks() {
            let at = upwards(mark);
            line(grid(LEFT, at, WIDTH - RIGHT, at));
            line(text(LEFT - 6.0, at + 4.0, "end", &y.label(mark)));
        }
        for (number, series) in self.series.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let points: Vec<String> = series
                .points
                .iter()
                .map(|&(x, y)| format!("{:.1},{:.1}", across(x), upwards(y)))
                .collect();
            line(format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                points.join(" ")
            ));
            let legend = TOP + 18.0 * (number as f64 + 1.0);
            line(format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"14\" height=\"4\" fill=\"{colour}\"/>",
                LEFT + 12.0,
                legend - 6.0
            ));
            line(text(LEFT + 32.0, legend, "start", &series.name));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn grid(x1: f64, y1: f64, x2: f64, y2: f64) -> String {
    format!(
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#dddddd\"/>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A range of values with round marks.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // About eight marks, 1, 2 or 5 times a power of ten apart.
        let rough = ((high - low) / 8.0).max(1e-9);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|digit| digit * power)
            .find(|&step| step >= rough)
            .unwrap_or(10.0 * power);
        Self {
            low: (low / step).floor() * step,
            high: ((high / step).floor() + 1.0) * step,
            step,
        }
    }

    fn part(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        let (low, step) = (self.low, self.step);
        (0..=count).map(move |mark| low + f64::from(mark) * step)
    }

    fn label(&self, mark: f64) -> String {
        let decimals = (-self.step.log10().floor()).max(0.0) as usize;
        format!("{mark:.decimals$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_points_lie_inside() {
        let axis = Axis::over([3.2, 17.9].into_iter());
        let marks: Vec<f64> = axis.marks().collect();
        assert_eq!(marks, [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0]);
        assert!(axis.part(3.2) > 0.0 && axis.part(17.9) < 1.0);
        let chart = Chart {
            title: "a < b".into(),
            across: "empty squares".into(),
            upwards: "discs".into(),
            series: vec![Series {
                name: "one".into(),
                points: vec![(1.0, 2.0), (2.0, 4.0)],
            }],
        };
        let svg = chart.svg();
        assert!(svg.contains("a &lt; b") && svg.matches("<polyline").count() == 1);
    }
}
