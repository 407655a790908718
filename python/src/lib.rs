//! The compiled part of the Python package `bastide`.
//!
//! The functions here convert between Python and the libraries; rules, bots and batches live there.
//! Names, signatures and texts for Python are in `bastide/_bastide.pyi`.

mod arena;
mod arrays;
mod batch;
mod bots;
mod convert;
mod error;
mod game;
mod interrupt;
mod memory;
mod study;

use pyo3::prelude::*;

/// The compiled part of the package `bastide`.
#[pymodule]
fn _bastide(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ENCODING_VERSION", bastide_batch::Encoding::VERSION)?;
    module.add("OBSERVATION_VERSION", bastide_batch::Layout::VERSION)?;
    module.add("CHANCE", game::CHANCE)?;
    module.add("OVER", game::OVER)?;
    module.add("IllegalActionError", py.get_type::<error::IllegalActionError>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<bots::Bot>()?;
    module.add_function(wrap_pyfunction!(game::mixes, module)?)?;
    module.add_function(wrap_pyfunction!(game::engine_rules, module)?)?;
    module.add_function(wrap_pyfunction!(batch::plane_names, module)?)?;
    module.add_function(wrap_pyfunction!(batch::kinds, module)?)?;
    module.add_function(wrap_pyfunction!(batch::action_blocks, module)?)?;
    module.add_function(wrap_pyfunction!(bots::bot_names, module)?)?;
    module.add_function(wrap_pyfunction!(bots::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(bots::rank, module)?)?;
    module.add_function(wrap_pyfunction!(bots::solve, module)?)?;
    module.add_function(wrap_pyfunction!(study::review, module)?)?;
    module.add_function(wrap_pyfunction!(study::forecast, module)?)?;
    module.add_function(wrap_pyfunction!(arena::contest, module)?)?;
    module.add_function(wrap_pyfunction!(arena::benchmark, module)?)?;
    Ok(())
}
