//! Decimal numbers of files: scores, evaluations, ratings, times.

use super::limit;
use std::time::Duration;

/// A plain decimal number, at most [`limit::SCORE`] in size.
pub(super) fn read(text: &str) -> Option<f64> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.'));
    let number: f64 = text.parse().ok().filter(|_| plain)?;
    (number.abs() <= limit::SCORE).then_some(number)
}

/// A time as seconds, or as minutes and seconds with a colon.
pub(super) fn read_time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (read(minutes)?, read(seconds)?),
        None => (0.0, read(text)?),
    };
    let seconds = minutes * 60.0 + seconds;
    // Rounded to a millisecond, as no file says more.
    (0.0..=limit::SCORE)
        .contains(&seconds)
        .then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// A number with as many decimals as it needs, at least `least`.
pub(super) fn decimals(number: f64, least: usize) -> String {
    let text = number.to_string();
    let have = text.find('.').map_or(0, |dot| text.len() - dot - 1);
    if have < least {
        format!("{number:.least$}")
    } else {
        text
    }
}

/// Seconds with at least two decimals.
pub(super) fn seconds(time: Duration) -> String {
    decimals(time.as_millis() as f64 / 1000.0, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_as_they_are_written() {
        for text in ["0.00", "-0.90", "2.449", "12.00", "-0.00"] {
            assert_eq!(decimals(read(text).unwrap(), 2), text);
        }
        assert_eq!(decimals(2196.37, 0), "2196.37");
        assert_eq!(seconds(read_time("2:00.5").unwrap()), "120.50");
        for text in [
            "", "inf", "nan", "1e9", "9999999", "+", "0x1", "-1:0", "20000:0",
        ] {
            assert_eq!(read_time(text), None);
        }
    }
}
