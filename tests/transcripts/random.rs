//! Seeded numbers: a failure names its seed and comes again with it.

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 to `limit` - 1.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// How many tries a test makes, unless this variable says otherwise, and the seed
/// that `MOLLETT_FUZZ_SEED` sets.
pub fn campaign(variable: &str, usual: usize) -> (usize, u64) {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let count = number(variable).map_or(usual, |count| count as usize);
    (count, number("MOLLETT_FUZZ_SEED").unwrap_or(1889))
}
