//! Memory for large tables, zero at first: taken from the system at once, committed page
//! by page when first touched, given back when dropped.
//!
//! So an engine that has not searched yet is small, and clearing a table is
//! giving it back and taking a new one.

use std::alloc::{Layout, handle_alloc_error};
use std::ops::Deref;
use std::ptr::NonNull;

/// Plain data whose all-zero bytes are a valid value.
///
/// # Safety
/// Implement it only for such types; they must not need dropping.
pub(crate) unsafe trait Zeroable: Sized {}

/// A slice of `T`, zero at first.
#[derive(Debug)]
pub(crate) struct ZeroedSlice<T: Zeroable> {
    start: NonNull<T>,
    len: usize,
}

// SAFETY: it owns its memory like a boxed slice.
unsafe impl<T: Zeroable + Send> Send for ZeroedSlice<T> {}
// SAFETY: it gives out shared references only.
unsafe impl<T: Zeroable + Sync> Sync for ZeroedSlice<T> {}

impl<T: Zeroable> ZeroedSlice<T> {
    /// Memory for `len` values (at least 1), or `None` when the system refuses.
    pub(crate) fn new(len: usize) -> Option<Self> {
        let layout = Layout::array::<T>(len)
            .ok()
            .filter(|layout| layout.size() > 0)?;
        let start = NonNull::new(allocate(layout).cast())?;
        Some(Self { start, len })
    }
}

impl<T: Zeroable + Copy> ZeroedSlice<T> {
    /// Values in memory of their own, at least `room` of it: large pages need 2 MB.
    /// Ends the program, as any allocation does, when there is none.
    pub(crate) fn of(values: impl ExactSizeIterator<Item = T>, room: usize) -> Self {
        let len = values.len().max(room).max(1);
        let Some(slice) = Self::new(len) else {
            handle_alloc_error(Layout::array::<T>(len).unwrap_or(Layout::new::<T>()));
        };
        for (index, value) in values.enumerate().take(len) {
            // SAFETY: inside the slice, which nobody else knows yet.
            unsafe { slice.start.add(index).write(value) };
        }
        slice
    }
}

impl<T: Zeroable> Deref for ZeroedSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` holds `len` values, zero being valid for `T`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> Drop for ZeroedSlice<T> {
    fn drop(&mut self) {
        if let Ok(layout) = Layout::array::<T>(self.len) {
            release(self.start.as_ptr().cast(), layout);
        }
    }
}

/// Anonymous pages on Unix: aligned to a page, zero, and large pages where the
/// system has them, since table look-ups are random.
#[cfg(all(unix, not(miri)))]
fn allocate(layout: Layout) -> *mut u8 {
    // SAFETY: a fresh private mapping; page alignment exceeds every `T` here.
    unsafe {
        let start = libc::mmap(
            std::ptr::null_mut(),
            layout.size(),
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        );
        if start == libc::MAP_FAILED {
            return std::ptr::null_mut();
        }
        #[cfg(target_os = "linux")]
        libc::madvise(start, layout.size(), libc::MADV_HUGEPAGE);
        start.cast()
    }
}

#[cfg(all(unix, not(miri)))]
fn release(start: *mut u8, layout: Layout) {
    // SAFETY: exactly what `allocate` mapped.
    unsafe { libc::munmap(start.cast(), layout.size()) };
}

#[cfg(not(all(unix, not(miri))))]
fn allocate(layout: Layout) -> *mut u8 {
    // SAFETY: the size is not zero.
    unsafe { std::alloc::alloc_zeroed(layout) }
}

#[cfg(not(all(unix, not(miri))))]
fn release(start: *mut u8, layout: Layout) {
    // SAFETY: exactly what `allocate` took.
    unsafe { std::alloc::dealloc(start, layout) };
}

/// Bytes of physical memory, where the system tells.
pub(crate) fn physical() -> Option<u64> {
    #[cfg(all(unix, not(miri)))]
    {
        // SAFETY: plain queries.
        let (pages, size) = unsafe {
            (
                libc::sysconf(libc::_SC_PHYS_PAGES),
                libc::sysconf(libc::_SC_PAGESIZE),
            )
        };
        Some(
            u64::try_from(pages)
                .ok()?
                .saturating_mul(u64::try_from(size).ok()?),
        )
    }
    #[cfg(not(all(unix, not(miri))))]
    None
}
