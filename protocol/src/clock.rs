//! The words of time: seconds, and the settings of a clock.
//!
//! Only what a controller says. What an engine makes of it (which settings mean
//! no limit, how a period is spent) is decided above this crate.

use std::fmt;
use std::time::Duration;

use crate::words::WordError;

/// The longest time a command can name, 10^9 seconds (about 31 years). Longer
/// ones are read as this, so that sums of times cannot overflow.
pub const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// Reads seconds: digits with an optional sign and fraction (`600`, `0.05`,
/// `-1`). Negative times are read as zero, times above [`MAX_TIME`] as that, and
/// a fraction to the nanosecond (further digits are dropped).
///
/// # Errors
/// Anything else, exponents and the empty word among it.
///
/// ```
/// use std::time::Duration;
/// use mollett_protocol::read_seconds;
/// assert_eq!(read_seconds("0.05"), Ok(Duration::from_millis(50)));
/// assert_eq!(read_seconds("-1"), Ok(Duration::ZERO));
/// assert!(read_seconds("1e3").is_err());
/// ```
pub fn read_seconds(word: &str) -> Result<Duration, WordError> {
    let fault = || WordError::new(word, "a time in seconds");
    let (negative, digits) = split_sign(word);
    let (whole, fraction) = split_decimal(digits).ok_or_else(fault)?;
    if negative {
        return Ok(Duration::ZERO);
    }
    // Digits only by now, so the one way to fail is to be too large.
    let whole = if whole.is_empty() {
        0
    } else {
        whole.parse().unwrap_or(u64::MAX)
    };
    let nanos = fraction
        .bytes()
        .chain(std::iter::repeat(b'0'))
        .take(9)
        .fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    Ok(Duration::new(whole.min(MAX_TIME.as_secs()), nanos).min(MAX_TIME))
}

/// Splits off a leading `+` or `-`; true when it was `-`.
pub(crate) fn split_sign(word: &str) -> (bool, &str) {
    match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    }
}

/// The digits before and after the point, or `None` when the word is not a
/// decimal number without sign.
pub(crate) fn split_decimal(word: &str) -> Option<(&str, &str)> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let some = !(whole.is_empty() && fraction.is_empty());
    (some && digits(whole) && digits(fraction)).then_some((whole, fraction))
}

/// A time as a command spells it: seconds, with as many decimals as it takes.
pub(crate) struct Seconds(pub(crate) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.subsec_nanos();
        if nanos == 0 {
            return write!(f, "{}", self.0.as_secs());
        }
        let fraction = format!("{nanos:09}");
        write!(f, "{}.{}", self.0.as_secs(), fraction.trim_end_matches('0'))
    }
}

/// The arguments of `kgs-time_settings`, in the words of that command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KgsTime {
    /// `none`: no clock.
    None,
    /// `absolute MAIN`: one sum of time for the whole game.
    Absolute {
        /// Time for all moves.
        main: Duration,
    },
    /// `byoyomi MAIN PERIOD COUNT`: after the main time, `count` periods, one of
    /// which is lost each time a move takes longer than `period`.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// Length of one period.
        period: Duration,
        /// Number of periods.
        count: u32,
    },
    /// `canadian MAIN PERIOD MOVES`: after the main time, `moves` moves in each
    /// `period`.
    Canadian {
        /// Main time.
        main: Duration,
        /// Length of one period.
        period: Duration,
        /// Moves to be made in a period.
        moves: u32,
    },
}

impl fmt::Display for KgsTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::Absolute { main } => write!(f, "absolute {}", Seconds(main)),
            Self::ByoYomi {
                main,
                period,
                count,
            } => write!(f, "byoyomi {} {} {count}", Seconds(main), Seconds(period)),
            Self::Canadian {
                main,
                period,
                moves,
            } => write!(f, "canadian {} {} {moves}", Seconds(main), Seconds(period)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_clamped_and_never_overflow() {
        assert_eq!(read_seconds("600"), Ok(Duration::from_secs(600)));
        assert_eq!(read_seconds("+1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(read_seconds(".5"), Ok(Duration::from_millis(500)));
        assert_eq!(read_seconds("5."), Ok(Duration::from_secs(5)));
        assert_eq!(read_seconds("0.0000000019"), Ok(Duration::from_nanos(1)));
        assert_eq!(read_seconds("-99.5"), Ok(Duration::ZERO));
        assert_eq!(read_seconds("99999999999"), Ok(MAX_TIME));
        assert_eq!(read_seconds(&"9".repeat(400)), Ok(MAX_TIME));
        assert_eq!(read_seconds("1000000000.9"), Ok(MAX_TIME));
    }

    #[test]
    fn what_is_not_a_decimal_number_is_refused() {
        for word in [
            "", "-", "+", ".", "1e3", "1,5", "inf", "nan", "--1", "0x5", "1.2.3", "٣",
        ] {
            assert!(read_seconds(word).is_err(), "{word:?}");
        }
    }

    #[test]
    fn seconds_print_as_they_read() {
        for text in ["0", "600", "0.05", "1000000000", "12.000000001"] {
            let time = read_seconds(text).unwrap();
            assert_eq!(Seconds(time).to_string(), text);
        }
    }
}
