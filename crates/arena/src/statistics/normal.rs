//! The normal distribution.

/// The probability that a standard normal variable is at most `x`, within 1.5·10⁻⁷.
/// (Abramowitz and Stegun, *Handbook of Mathematical Functions*, 7.1.26.)
pub(super) fn cumulative(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = series.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = 0.5 * sum * (-z * z).exp();
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_tables() {
        for (x, probability) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025), (3.0, 0.998_650_1), (-8.0, 0.0)] {
            assert!((cumulative(x) - probability).abs() < 2e-7, "{x}: {}", cumulative(x));
        }
    }
}
