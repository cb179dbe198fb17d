//! Whether this processor can run what the binary was built for.
//!
//! The kernels are chosen at compile time, so a binary for a newer processor would
//! die of an illegal instruction somewhere. `is_x86_feature_detected!` is constant
//! for features that were compiled in, so the processor is asked directly, with
//! instructions that every x86-64 has: this module is compiled for the newer
//! processor too, hence the assembly.

/// Ends the process with one line on standard error and code 1 when the processor
/// lacks something. Call it before anything else: on Linux that is done before
/// `main` already (see `BEFORE_MAIN`).
#[inline(always)]
pub fn check() {
    #[cfg(target_arch = "x86_64")]
    x86_64::check();
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::asm;

    /// Bits of the registers that CPUID fills, for the features compiled in.
    struct Needs {
        /// Leaf 1, ECX.
        first: u32,
        /// Leaf 7, EBX.
        seventh: u32,
        /// Leaf 0x80000001, ECX.
        extended: u32,
        /// XCR0: the registers that the system must save.
        saved: u32,
    }

    const fn bit(compiled_in: bool, bit: u32) -> u32 {
        if compiled_in { 1 << bit } else { 0 }
    }

    /// Link-time optimisation compiles the standard library for the newer processor
    /// along with the rest, and some of it runs before `main`. So the check is one
    /// of the functions that the system's loader calls first; the number puts it
    /// before the standard library's own.
    #[cfg(target_os = "linux")]
    #[used]
    #[unsafe(link_section = ".init_array.00010")]
    static BEFORE_MAIN: extern "C" fn() = check_before_main;

    #[cfg(target_os = "linux")]
    extern "C" fn check_before_main() {
        check();
    }

    const NEEDS: Needs = Needs {
        first: bit(cfg!(target_feature = "sse3"), 0)
            | bit(cfg!(target_feature = "pclmulqdq"), 1)
            | bit(cfg!(target_feature = "ssse3"), 9)
            | bit(cfg!(target_feature = "fma"), 12)
            | bit(cfg!(target_feature = "sse4.1"), 19)
            | bit(cfg!(target_feature = "sse4.2"), 20)
            | bit(cfg!(target_feature = "movbe"), 22)
            | bit(cfg!(target_feature = "popcnt"), 23)
            | bit(cfg!(target_feature = "avx"), 27)
            | bit(cfg!(target_feature = "avx"), 28)
            | bit(cfg!(target_feature = "f16c"), 29),
        seventh: bit(cfg!(target_feature = "bmi1"), 3)
            | bit(cfg!(target_feature = "avx2"), 5)
            | bit(cfg!(target_feature = "bmi2"), 8)
            | bit(cfg!(target_feature = "avx512f"), 16)
            | bit(cfg!(target_feature = "avx512dq"), 17)
            | bit(cfg!(target_feature = "avx512cd"), 28)
            | bit(cfg!(target_feature = "avx512bw"), 30)
            | bit(cfg!(target_feature = "avx512vl"), 31),
        extended: bit(cfg!(target_feature = "lzcnt"), 5),
        saved: bit(cfg!(target_feature = "avx"), 1)
            | bit(cfg!(target_feature = "avx"), 2)
            | bit(cfg!(target_feature = "avx512f"), 5)
            | bit(cfg!(target_feature = "avx512f"), 6)
            | bit(cfg!(target_feature = "avx512f"), 7),
    };

    const LEVEL: &str = if cfg!(target_feature = "avx512f") {
        "x86-64-v4 (AVX-512)"
    } else if cfg!(target_feature = "avx2") {
        "x86-64-v3 (AVX2, BMI)"
    } else {
        "x86-64-v2 (SSE4.2, POPCNT)"
    };

    const fn message() -> ([u8; 160], usize) {
        let parts = [
            "mollett: this build is for processors of level ",
            LEVEL,
            " and up; this one is below it, take a build for a lower level\n",
        ];
        let (mut text, mut length, mut part) = ([0; 160], 0, 0);
        while part < parts.len() {
            let bytes = parts[part].as_bytes();
            let mut index = 0;
            while index < bytes.len() {
                text[length] = bytes[index];
                length += 1;
                index += 1;
            }
            part += 1;
        }
        (text, length)
    }

    static MESSAGE: ([u8; 160], usize) = message();

    #[inline(always)]
    pub(super) fn check() {
        let lacking: u32;
        // SAFETY: CPUID exists on every x86-64 and leaf 7 and XGETBV are used only
        // where leaf 0 and OSXSAVE say that they are there; only the registers named
        // are changed (RBX is saved by hand, since the compiler may need it).
        unsafe {
            asm!(
                "mov {kept}, rbx",
                // Leaf 1: ECX has to hold all of `first`; OSXSAVE is bit 27.
                "mov eax, 1",
                "xor ecx, ecx",
                "cpuid",
                "mov {features:e}, ecx",
                "mov {lacking:e}, ecx",
                "not {lacking:e}",
                "and {lacking:e}, {first}",
                // Leaf 7, if there is one: EBX.
                "xor eax, eax",
                "xor ecx, ecx",
                "cpuid",
                "xor ebx, ebx",
                "cmp eax, 7",
                "jb 2f",
                "mov eax, 7",
                "xor ecx, ecx",
                "cpuid",
                "2:",
                "not ebx",
                "and ebx, {seventh}",
                "or {lacking:e}, ebx",
                // Leaf 0x80000001: ECX.
                "mov eax, 0x80000001",
                "xor ecx, ecx",
                "cpuid",
                "not ecx",
                "and ecx, {extended}",
                "or {lacking:e}, ecx",
                // XCR0, if the system uses it.
                "xor eax, eax",
                "test {features:e}, 0x08000000",
                "jz 3f",
                "xor ecx, ecx",
                "xgetbv",
                "3:",
                "not eax",
                "and eax, {saved}",
                "or {lacking:e}, eax",
                "mov rbx, {kept}",
                kept = out(reg) _,
                features = out(reg) _,
                lacking = out(reg) lacking,
                first = const NEEDS.first,
                seventh = const NEEDS.seventh,
                extended = const NEEDS.extended,
                saved = const NEEDS.saved,
                out("eax") _,
                out("ecx") _,
                out("edx") _,
            );
        }
        if lacking != 0 {
            refuse();
        }
    }

    /// Says so and ends. Nothing but system calls, so as not to run into what is
    /// missing.
    #[cold]
    #[inline(never)]
    fn refuse() -> ! {
        let (text, length) = &MESSAGE;
        // SAFETY: the text is a static of at least this length.
        unsafe {
            libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), *length);
            libc::_exit(1)
        }
    }
}
