//! Whether this processor can run what the program was built for.

/// A message for the user if it cannot.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(crate) fn complaint() -> Option<&'static str> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // Asked by hand: the standard library's test knows the answer at compile time from what the build assumes.
    const FMA: u32 = 1 << 12;
    const POPCNT: u32 = 1 << 23;
    const BMI1_AVX2_BMI2: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    let basic = __cpuid(1).ecx;
    let is_fit = __cpuid(0).eax >= 7
        && basic & (FMA | POPCNT) == FMA | POPCNT
        && __cpuid_count(7, 0).ebx & BMI1_AVX2_BMI2 == BMI1_AVX2_BMI2;
    (!is_fit).then_some(
        "this program is built for processors of the level x86-64-v3 (AVX2, BMI, FMA), which this one is not; \
         build it with RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release",
    )
}

/// A message for the user if it cannot.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(crate) fn complaint() -> Option<&'static str> {
    None
}
