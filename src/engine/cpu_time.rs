//! Processor time of this process.

use std::time::Duration;

/// Processor time this process has used, all threads together; zero where the
/// system does not tell.
pub(super) fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: writes into the structure only.
        let result = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
        let (seconds, nanos) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
        if let (0, Ok(seconds), Ok(nanos)) = (result, seconds, nanos) {
            return Duration::new(seconds, nanos);
        }
    }
    Duration::ZERO
}
