//! `cargo xtask python`: builds the Python package as a wheel, installs it in an environment of its
//! own, and runs its tests and type checks there. Then the package is installed from its sources in an
//! empty environment, and from the wheel with the oldest Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::shell;
use crate::steps::{self, Outcome};

/// Tools of the step. Pinned, because newer versions may report new findings at any time.
const TOOLS: [&str; 4] = ["maturin==1.16.0", "pytest==9.2.0", "mypy==2.4.1", "numpy==2.4.6"];

/// The oldest Python for which all these versions exist: that of NumPy.
const TOOLS_NEED: Version = (3, 11);

/// Packages that the adapters, the tutorial and engines online need. Where one cannot be installed, its tests are
/// skipped.
const EXTRAS: [&str; 5] = [
    "pettingzoo==1.27.0",
    "gymnasium==1.4.0",
    "matplotlib==3.11.2",
    "open_spiel==2.0.2",
    "websockets==17.4",
];

/// Lints of the package, which the other steps leave out: they do not need Python.
const LINTS: &str = "clippy --quiet -p bastide-python --all-targets -- -D warnings";

/// Tag of a wheel for Python 3.9 and all later versions.
const TAG: &str = "-cp39-abi3-";

/// The oldest Python that the package supports.
const OLDEST: &str = "3.9";

/// Shows that an installed package works without the packages of its tests.
const TRIAL: &str = "
import sys, bastide
assert not any(name in sys.modules for name in ('gymnasium', 'pettingzoo', 'pyspiel', 'websockets'))
game = bastide.Game('base,fields', seed=1)
while not game.is_over:
    game.play(bastide.Bot('greedy').choose(game))
batch = bastide.Batch(games=4, threads=2)
arrays = bastide.allocate(batch)
for _ in range(300):
    batch.step(batch.sample())
assert game.winners is not None and arrays['planes'].any() and '<svg' in game.svg()
from bastide import engine, online
";

/// Major and minor version of Python.
type Version = (u32, u32);

/// The environment for the tests.
enum Environment {
    /// It exists, with its folder of programs.
    Ready(PathBuf),
    /// It cannot exist on this machine.
    Skipped(Outcome),
}

/// Builds and tests the package.
pub(crate) fn run() -> Result<Outcome> {
    let bin = match environment()? {
        Environment::Ready(bin) => bin,
        Environment::Skipped(outcome) => return Ok(outcome),
    };
    shell::run(&mut shell::cargo(LINTS.split(' ')))?;
    let wheels = shell::target().join("wheels");
    // Wheels of earlier versions must not be installed.
    let _ = fs::remove_dir_all(&wheels);
    let mut build = Command::new(bin.join("maturin"));
    build.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]);
    build.arg("python/Cargo.toml").arg("--interpreter").arg(bin.join("python"));
    shell::run(build.arg("--out").arg(&wheels))?;
    let wheel = fs::read_dir(&wheels)?.next().context("maturin built no wheel")??.path();
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    ensure!(name.contains(TAG), "the wheel {name} is not for Python 3.9 and later ('{TAG}')");
    pip(&bin, &["install", "--no-deps", "--force-reinstall"], [wheel.as_os_str()])?;

    let mut types = Command::new(bin.join("python"));
    types.args(["-m", "mypy.stubtest", "bastide._bastide", "--concise"]);
    shell::run(types.current_dir(shell::target()))?;
    let mut types = Command::new(bin.join("python"));
    shell::run(types.args([
        "-m",
        "mypy",
        "--strict",
        "--no-error-summary",
        "python/tests/typed.py",
    ]))?;
    let mut types = Command::new(bin.join("python"));
    types.args(["-m", "mypy", "--strict", "--no-error-summary", "-p", "bastide", "--config-file"]);
    let settings = shell::root().join("python").join("pyproject.toml");
    shell::run(types.arg(settings).current_dir(shell::target()))?;
    let mut tests = Command::new(bin.join("python"));
    // Outside of the package's folder, so that the installed package is tested.
    let folder = shell::root().join("python");
    tests.args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--import-mode=importlib"]);
    tests.arg("-c").arg(folder.join("pyproject.toml")).arg(folder.join("tests"));
    tests.arg("--durations=5").env("PYTHONDONTWRITEBYTECODE", "1").env("MPLBACKEND", "Agg");
    let tests = steps::noting_skips(tests.current_dir(shell::target()));
    let count = shell::run_counting(tests, passed)?;
    try_sources()?;
    // The build of the sources leaves a wheel there too, for this machine only.
    for other in fs::read_dir(&wheels)? {
        let other = other?.path();
        if other != wheel {
            fs::remove_file(other)?;
        }
    }
    try_oldest(&wheel)?;
    Ok(Outcome::Passed(count))
}

/// Installs the package as `docs/python.md` says, in an empty environment, and tries it.
fn try_sources() -> Result<()> {
    let home = shell::target().join("python-sources");
    ensure!(shell::create_venv(&home), "no environment can be created in {}", home.display());
    let bin = home.join("bin");
    // With the dependencies, and with the build tool in an environment that pip creates. Cargo's target
    // folder is that of the wheel, so that only the package is compiled.
    pip(&bin, &["install"], [shell::root().join("python")])?;
    try_package(&bin)
}

/// Installs the wheel for the oldest Python, if that is installed, and tries it.
fn try_oldest(wheel: &Path) -> Result<()> {
    let Some(python) = oldest() else {
        let reason = format!("no Python {OLDEST}, so only the tag of the wheel names it");
        return steps::note_skip(&reason, &format!("pyenv install {OLDEST}"));
    };
    let home = shell::target().join("python-oldest");
    shell::run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&home))?;
    let bin = home.join("bin");
    pip(&bin, &["install"], [wheel])?;
    try_package(&bin)
}

/// Returns the program of the oldest Python: on the path, or one that pyenv has installed but not
/// activated.
fn oldest() -> Option<PathBuf> {
    let name = format!("python{OLDEST}");
    let inactive = || {
        let versions = shell::output(Command::new("pyenv").args(["versions", "--bare"])).ok()?;
        let is_oldest = |version: &&str| version.starts_with(&format!("{OLDEST}."));
        let version = versions.lines().map(str::trim).find(is_oldest)?;
        let prefix = shell::output(Command::new("pyenv").args(["prefix", version])).ok()?;
        Some(Path::new(prefix.trim()).join("bin").join(&name))
    };
    let works = |python: &PathBuf| shell::has(&python.to_string_lossy(), &["-m", "venv", "--help"]);
    Some(PathBuf::from(&name)).filter(works).or_else(|| inactive().filter(works))
}

fn try_package(bin: &Path) -> Result<()> {
    let mut trial = Command::new(bin.join("python"));
    // Outside of the package's folder, so that the installed package is tried.
    shell::run(trial.args(["-c", TRIAL]).current_dir(shell::target()))
}

/// Creates the environment if necessary, unless this machine has no Python or one that is too old.
fn environment() -> Result<Environment> {
    let home = shell::target().join("python");
    let (bin, list) = (home.join("bin"), home.join("installed"));
    let wanted = [TOOLS.join("\n"), EXTRAS.join("\n")].join("\n");
    if fs::read_to_string(&list).is_ok_and(|installed| installed == wanted) {
        return Ok(Environment::Ready(bin));
    }
    if !shell::create_venv(&home) {
        let reason = "python3 with venv is not installed, so the Python package was not tested";
        return Ok(Environment::Skipped(Outcome::skipped(reason, "apt-get install python3-venv")));
    }
    // Asked before the installation: with a Python that is new enough, each failure of it is an error.
    let about = shell::output(Command::new(bin.join("python")).arg("--version"))?;
    let found = version(&about).with_context(|| format!("python names no version: '{about}'"))?;
    if found < TOOLS_NEED {
        return Ok(Environment::Skipped(too_old(found)));
    }
    pip(&bin, &["install"], TOOLS)?;
    let mut missing = false;
    for package in EXTRAS {
        // Without a wheel for this version of Python, building one would take an hour.
        let extra = pip(&bin, &["install", "--only-binary", ":all:"], [package]);
        if extra.is_err() {
            eprintln!("{package} cannot be installed; its tests are skipped");
            missing = true;
        }
    }
    // A package that is missing is tried again in the next run.
    if !missing {
        fs::write(list, wanted)?;
    }
    Ok(Environment::Ready(bin))
}

/// Reads the output of `python --version`.
fn version(text: &str) -> Option<Version> {
    let mut parts = text.trim().strip_prefix("Python ")?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Returns the outcome with a Python for which the pinned tools do not exist.
fn too_old(found: Version) -> Outcome {
    let ((major, minor), (least_major, least_minor)) = (found, TOOLS_NEED);
    let reason = format!(
        "python3 is Python {major}.{minor}, and the pinned tools need {least_major}.{least_minor}, \
         so the Python package was not tested"
    );
    let fix = format!("put a python3 of version {least_major}.{least_minor} or later on the PATH");
    Outcome::skipped(reason, fix)
}

fn pip<S: AsRef<std::ffi::OsStr>>(
    bin: &Path,
    args: &[&str],
    packages: impl IntoIterator<Item = S>,
) -> Result<()> {
    let mut pip = Command::new(bin.join("python"));
    pip.args(["-m", "pip", "--quiet", "--disable-pip-version-check"]).args(args).args(packages);
    shell::run(&mut pip)
}

/// Returns the number of passed tests if the line is the summary of pytest.
fn passed(line: &str) -> Option<usize> {
    let is_summary = line.trim_end().trim_end_matches('=').trim_end().ends_with('s');
    let (before, after) = line.split_once(" passed")?;
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|_| is_summary && after.contains(" in "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_python_that_is_too_old_is_a_reason_to_skip() {
        assert_eq!(version("Python 3.10.13\n"), Some((3, 10)));
        assert_eq!(version("Python 3.9.18+"), Some((3, 9)));
        assert_eq!(version("Python 3.15.0a1"), Some((3, 15)));
        assert_eq!(version("pyenv: python3: command not found"), None);
        assert!((3, 10) < TOOLS_NEED && TOOLS_NEED < (4, 0));
        let Outcome::Skipped(skip) = too_old((3, 10)) else { panic!("not skipped") };
        assert!(skip.reason.starts_with("python3 is Python 3.10, and the pinned tools need 3.11,"));
        assert!(skip.fix.contains("3.11"));
    }

    #[test]
    fn summaries_of_pytest_are_counted() {
        assert_eq!(passed("45 passed, 1 skipped in 3.21s"), Some(45));
        assert_eq!(passed("==== 1 failed, 7 passed in 61.02s (0:01:01) ===="), None);
        assert_eq!(passed("======= 7 passed in 61.02s ======="), Some(7));
        assert_eq!(passed("all of them passed in the end"), None);
    }
}
