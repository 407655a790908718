//! Forecasts: the expected final margin and the chance of winning of every seat.

use bastide::{Actor, AnyGame, Game};
use bastide_bots::draw_stratified;
use bastide_host::Dice;

use crate::calibration::{Calibration, tiles_left};
use crate::games::Group;
use crate::policy::Policy;
use crate::search::{mean, standard_error};
use crate::value::{MILLI, Value, final_value, margins, thousandths};
use crate::winning::{chances, with_turn};

/// A forecast of the result, with standard errors, in thousandths.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// Expected margins and chances of winning.
    pub value: Value,
    /// Standard error of each margin, from the number of rollouts.
    pub margin_error: Vec<i64>,
    /// Standard error of each chance of winning.
    pub win_error: Vec<i64>,
    /// Number of rollouts.
    pub rollouts: u32,
    /// True if the result is exact, or if forecasts of games with these rules
    /// ([`Group::is_calibrated`]) were compared with their results with this number of rollouts
    /// ([`Group::rollouts`]).
    pub is_calibrated: bool,
}

/// Raw estimates for the player to move, in points.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    /// Mean margins of rollouts by seat.
    pub(crate) rolled: Vec<f64>,
    /// Standard errors of `rolled`.
    pub(crate) errors: Vec<f64>,
    /// Evaluated margins by seat.
    pub(crate) evaluated: Vec<f64>,
}

/// Forecasts the result of a game from `rollouts` rollouts to its end. Positions of a game that are
/// forecast with the same `seed` share their tile orders, so that differences are more precise than
/// the forecasts themselves.
///
/// ```
/// use bastide::{AnyGame, LandRules, Setup};
/// let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// let forecast = bastide_study::forecast(&game, 4, 1);
/// assert_eq!(forecast.value.margin[0], -forecast.value.margin[1]);
/// assert_eq!(forecast.value.win.iter().sum::<i64>(), 1000);
/// # Ok::<(), bastide::SetupError>(())
/// ```
pub fn forecast(game: &AnyGame, rollouts: u32, seed: u64) -> Forecast {
    let seats = usize::from(game.seats());
    if let Some(value) = final_value(game) {
        let none = vec![0; seats];
        let margin_error = none.clone();
        return Forecast { value, margin_error, win_error: none, rollouts: 0, is_calibrated: true };
    }
    let (group, rollouts) = (Group::of(game), rollouts.max(2));
    let raw = raw(game, rollouts, seed);
    let (calibration, left) = (Calibration::of(group), tiles_left(game));
    let [of_rolled, of_evaluated, to_move] = calibration.forecast_at(left);
    let mixed = |seat: usize| of_rolled * raw.rolled[seat] + of_evaluated * raw.evaluated[seat];
    let margin = with_turn((0..seats).map(mixed).collect(), game.turn(), to_move);
    let errors: Vec<f64> = raw.errors.iter().map(|error| error * of_rolled.abs()).collect();
    let scale = Calibration::scale_at(calibration.forecast_scale, left);
    let margin: Vec<i64> = margin.iter().map(|&points| thousandths(points)).collect();
    let win = chances(&margin, scale);
    let slope = |win: i64| win as f64 / MILLI * (1.0 - win as f64 / MILLI) / scale;
    let win_error = win.iter().zip(&errors).map(|(&win, error)| thousandths(slope(win) * error));
    Forecast {
        win_error: win_error.collect(),
        margin_error: errors.iter().map(|&error| thousandths(error)).collect(),
        value: Value { margin, win },
        rollouts,
        is_calibrated: Group::is_calibrated(game) && rollouts == group.rollouts(),
    }
}

/// Plays rollouts and evaluates a position.
pub(crate) fn raw(game: &AnyGame, rollouts: u32, seed: u64) -> Raw {
    let (seats, mut policy, mut room) = (game.seats(), Policy::default(), game.clone());
    let real = |margins: Vec<i64>| margins.iter().map(|&m| m as f64 / MILLI).collect::<Vec<f64>>();
    let evaluated = real(margins(&policy.points(game), seats));
    let mut results: Vec<Vec<f64>> = vec![Vec::new(); usize::from(seats)];
    for number in 0..u64::from(rollouts) {
        room.clone_from(game);
        if game.to_act() == Actor::Chance {
            draw_stratified(&mut room, seed, number);
        }
        policy.play_on(&mut room, u32::MAX, &mut Dice::new(seed, number));
        let margins = real(margins(&policy.points(&room), seats));
        results.iter_mut().zip(margins).for_each(|(results, margin)| results.push(margin));
    }
    let errors = results.iter().map(|results| standard_error(results)).collect();
    Raw { rolled: results.iter().map(|results| mean(results)).collect(), errors, evaluated }
}
