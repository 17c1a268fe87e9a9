//! Numbers, rates, sizes and times as people write them: `10k`, `1e6`, `0.5`, `2G`, `500ms`, and in words what was
//! expected.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Parses a whole number in a range: digits, perhaps in groups (`1_000`), a decimal with `k`, `M` or `G` behind it
/// (`1.5k`), or a power of ten (`1e6`).
///
/// ```
/// use manyply_arena::amount::count;
///
/// let nodes = |text| count::<u64>(text, 1..=u64::MAX).ok();
/// assert_eq!(["250", "10k", "1.5M", "1e6", "1_000"].map(nodes), [250, 10_000, 1_500_000, 1_000_000, 1_000].map(Some));
/// assert_eq!(count::<u32>("2.5", 1..=120), Err("expected a whole number from 1 to 120".into()));
/// ```
///
/// # Errors
/// The range, in words.
pub fn count<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: TryFrom<u64> + TryFrom<i64> + PartialOrd + Display + Copy,
{
    let number = match text.strip_prefix('-') {
        Some(text) => whole(text).and_then(|number| T::try_from(-i64::try_from(number).ok()?).ok()),
        None => whole(text).and_then(|number| T::try_from(number).ok()),
    };
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        // Nobody wants to read the greatest number that there is.
        let is_open = T::try_from(u64::from(u32::MAX)).is_ok_and(|large| most >= large);
        match is_open {
            true => format!("expected a whole number from {least} on, such as 500, 10k or 1e6"),
            false => format!("expected a whole number from {least} to {most}"),
        }
    })
}

/// The whole number that a text without a sign is.
fn whole(text: &str) -> Option<u64> {
    let (text, zeros) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 3),
        (at, 'm' | 'M') => (&text[..at], 6),
        (at, 'g' | 'G') => (&text[..at], 9),
        _ => match text.split_once(['e', 'E']) {
            Some((text, power)) => (text, power.trim_start_matches('+').parse::<u32>().ok()?),
            None => (text, 0),
        },
    };
    let (ones, fraction) = text.split_once('.').unwrap_or((text, ""));
    let (fraction, ones) = (fraction.trim_end_matches('0'), ones.replace('_', ""));
    let zeros = zeros.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let digits = ones.clone() + fraction;
    let is_number = !ones.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse::<u64>().ok().filter(|_| is_number)?.checked_mul(10_u64.checked_pow(zeros)?)
}

/// Parses a rate as so many `parts` of one: a number with a point is the rate itself (`0.002`), any other one is in
/// parts already (`2000`); a percent sign may stand behind percents.
///
/// # Errors
/// What was expected.
pub fn rate(text: &str, parts: u32, most: u32) -> Result<u32, String> {
    let number = match text.contains('.') || text.contains("e-") {
        true => text.parse::<f64>().ok().map(|rate| (rate * f64::from(parts)).round()),
        false => whole(if parts == 100 { text.trim_end_matches('%') } else { text }).map(|number| number as f64),
    };
    let number = number.filter(|number| (0.0..=f64::from(most)).contains(number));
    number.map(|number| number as u32).ok_or_else(|| {
        let (half, unit) = (parts / 2, if parts == 100 { "percent" } else { "millionths" });
        format!("expected 0 to {most} {unit}, or a rate with a point: {half} is 0.5")
    })
}

/// Parses a size in MiB: `64`, `64M`, `64MB`, `2G`, `2GiB`.
pub fn mib(text: &str) -> Option<usize> {
    let text = text.to_ascii_lowercase();
    let text = text.trim_end_matches('b').trim_end_matches('i');
    let number = |text: &str| text.trim_end().parse::<usize>().ok().filter(|_| !text.starts_with('+'));
    match text.strip_suffix('g') {
        Some(text) => {
            let mib = text.trim_end().parse::<f64>().ok()? * 1024.0;
            (mib.fract() == 0.0 && (0.0..1e9).contains(&mib)).then_some(mib as usize)
        }
        None => number(text.strip_suffix('m').unwrap_or(text)),
    }
}

/// Parses a time: `500ms`, `10s`, `2m`, `1m 30s`, in any case.
///
/// ```
/// use manyply_arena::amount::time;
/// use std::time::Duration;
///
/// assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
/// assert_eq!(time("10"), Err("10 of what? expected 10s, 10ms or 10m".into()));
/// ```
///
/// # Errors
/// What was expected.
pub fn time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    match humantime::parse_duration(&text.to_lowercase()) {
        Ok(time) => Ok(time),
        Err(_) if text.parse::<f64>().is_ok_and(|number| number > 0.0) => {
            Err(format!("{text} of what? expected {text}s, {text}ms or {text}m"))
        }
        Err(_) => Err("expected a time such as 500ms, 10s or 2m".into()),
    }
}

/// Parses a time that is more than nothing.
///
/// # Errors
/// What was expected.
pub fn some_time(text: &str) -> Result<Duration, String> {
    let time = time(text)?;
    if time.is_zero() { Err("expected more than 0, such as 500ms, 10s or 2m".into()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let read = |text| count::<u64>(text, 0..=u64::MAX).ok();
        for (text, number) in [
            ("0", Some(0)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("2M", Some(2_000_000)),
            ("2m", Some(2_000_000)),
            ("0.5k", Some(500)),
            ("3G", Some(3_000_000_000)),
            ("1E+3", Some(1000)),
            ("1.0", Some(1)),
            ("1.5", None),
            ("1e-3", None),
            ("1e99", None),
            ("1e", None),
            ("k", None),
            (".5k", None),
            ("+5", None),
            ("-5", None),
            ("--5", None),
            ("1,000", None),
            ("", None),
            ("ä", None),
        ] {
            assert_eq!(read(text), number, "{text}");
        }
        assert_eq!(count::<i32>("-1k", -10_000..=10_000), Ok(-1000));
        let open = "expected a whole number from 1 on, such as 500, 10k or 1e6";
        assert_eq!(count::<u32>("0", 1..=u32::MAX), Err(open.into()));
    }

    #[test]
    fn rates_may_have_a_point() {
        assert_eq!(["10", "10%", "0.1", "1.0"].map(|text| rate(text, 100, 100).ok()), [10, 10, 10, 100].map(Some));
        assert_eq!(["0.002", "2e-3", "2000"].map(|text| rate(text, 1_000_000, 1_000_000)), [2000; 3].map(Ok));
        for text in ["101", "1.01", "-1", "-0.5", "x", "", "NaN", "inf", "%"] {
            assert!(rate(text, 100, 100).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_and_times_have_units() {
        let sizes = ["64", "64M", "64MB", "64 MiB", "1g", "x", "", "-1", "+1", "0.5G"].map(mib);
        let expected = [Some(64), Some(64), Some(64), Some(64), Some(1024), None, None, None, None, Some(512)];
        assert_eq!(sizes, expected);
        assert_eq!(time("2M"), Ok(Duration::from_secs(120)));
        assert_eq!(time("0s"), Ok(Duration::ZERO));
        assert!(["soon", "", "-1s", "-1"].iter().all(|text| time(text).is_err()));
        assert!(some_time("0s").is_err_and(|error| error.contains("more than 0")));
    }
}
