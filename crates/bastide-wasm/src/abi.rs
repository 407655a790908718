//! The functions that a WebAssembly module exports, and those it imports.
//!
//! A request and its response are JSON texts in the memory of the module. The caller reserves space
//! with [`input`], writes the request there, runs [`call`], and reads [`output_len`] bytes from the
//! returned address. Addresses are valid until the next of these calls.
//!
//! A panic ends a call with a trap. Its message is then the output, but the state of the module is
//! undefined: the caller creates a new instance.

// Exported names are unsafe attributes, because two functions could have the same name.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::sync::Once;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

static START: Once = Once::new();

/// Reserves `len` bytes for a request and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|bytes| {
        bytes.clear();
        bytes.resize(len, 0);
        bytes.as_mut_ptr()
    })
}

/// Executes the request and returns the address of the response.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> *const u8 {
    START.call_once(|| {
        std::panic::set_hook(Box::new(keep_message));
        #[cfg(all(target_arch = "wasm32", feature = "bots"))]
        bastide_bots::set_time_source(time::since_start);
    });
    let request = INPUT.take();
    put(crate::answer(&request));
    output()
}

/// Returns the address of the response, or of the message of a panic.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|bytes| bytes.as_ptr())
}

/// Returns the length of the output in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_len() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

fn put(text: String) {
    OUTPUT.set(text.into_bytes());
}

fn keep_message(info: &PanicHookInfo<'_>) {
    put(info.to_string());
}

/// The clock of the page.
#[cfg(all(target_arch = "wasm32", feature = "bots"))]
mod time {
    use std::time::Duration;

    // Declares an import: recent linkers refuse functions that are only undefined.
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        safe fn now() -> f64;
    }

    pub(super) fn since_start() -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }
}
