//! Intervals for a probability.

/// The interval that holds the probability of something that happened `successes` times in `trials`, with as many
/// standard deviations as `deviations` says. Within 0 to 1, and of use also where it happened never or always.
/// (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.)
pub fn wilson(successes: f64, trials: f64, deviations: f64) -> (f64, f64) {
    if trials <= 0.0 {
        return (0.0, 1.0);
    }
    let (part, square) = (successes / trials, deviations * deviations);
    let middle = part + square / (2.0 * trials);
    let half = deviations * (part * (1.0 - part) / trials + square / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + square / trials;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_hand_computed_values() {
        // With z = 1.96 and 8 of 10: the textbook's (0.4902, 0.9433). Never in 20: 3.8416/23.8416.
        for (successes, trials, low, high) in
            [(8.0, 10.0, 0.4902, 0.9433), (0.0, 20.0, 0.0, 0.16113), (0.0, 0.0, 0.0, 1.0)]
        {
            let (found_low, found_high) = wilson(successes, trials, 1.96);
            assert!((found_low - low).abs() < 1e-4 && (found_high - high).abs() < 1e-4, "{found_low} {found_high}");
        }
    }
}
