//! What the track has in store: tokens that a marker may come to rest on.
//!
//! A marker goes on by the points of one scoring at a time. Where it will
//! rest is unknown, but how far it goes at a time is not: from the last space
//! backwards, each space is worth what the next steps may take and lead to.

use bastide::{Game, Stronghold, Wall};

/// How often a scoring moves the marker by 1, 2, 3 and so on: 300 games of
/// one-ply play against itself with weights not yet tuned, 34 scorings each.
/// Those of 12 and more are taken together, and the odd ones that hardly
/// occurred are given a little.
const STEPS: [f32; 12] =
    [0.071, 0.374, 0.090, 0.256, 0.010, 0.078, 0.002, 0.063, 0.001, 0.023, 0.001, 0.031];
/// A game's points go little further than the track.
const REACH: usize = 96;

/// The tokens to hope for from each space, for one set of corner towers.
#[derive(Clone, Debug)]
pub(super) struct Track {
    /// Corner towers that still have their token.
    corners: u32,
    /// Whether a token can be taken there, by space.
    has_token: Box<[bool]>,
    /// How many tokens a marker there can expect to take.
    hopes: Box<[f32]>,
}

/// How markers go on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pace {
    /// The chance that there is a further scoring after each.
    pub(super) goes_on: f32,
    /// How much likelier a step is that ends on a token.
    pub(super) aim: f32,
}

impl Track {
    pub(super) fn new() -> Track {
        let spaces = usize::from(Wall::LONGEST_TRACK);
        let (has_token, hopes) = (vec![false; spaces].into(), vec![0.0; spaces].into());
        Track { corners: u32::MAX, has_token, hopes }
    }

    /// Whether it was worked out for these corner towers.
    #[inline]
    pub(super) fn is_for(&self, corners: u32) -> bool {
        self.corners == corners
    }

    /// Works out the hopes of all spaces from the score that is behind.
    pub(super) fn work_out(&mut self, game: &Stronghold, corners: u32, pace: Pace) {
        self.corners = corners;
        let wall = game.wall();
        let track = usize::from(wall.track());
        self.has_token[..track].fill(false);
        for (at, corner) in wall.corners().iter().enumerate() {
            for space in corner.spaces {
                self.has_token[usize::from(space)] = corners >> at & 1 == 1;
            }
        }
        self.hopes[..track].fill(0.0);
        let behind = game.scores().0[..2].iter().copied().min().unwrap_or(0);
        let first = usize::from(wall.space(behind));
        // On a short track, the end of the reach is the beginning.
        let reach = REACH.min(track.saturating_sub(STEPS.len() + 1));
        for ahead in (0..reach).rev() {
            let space = (first + ahead) % track;
            let (mut all, mut hope) = (0.0, 0.0);
            for (step, often) in (1..).zip(STEPS) {
                let next = space + step;
                let next = if next < track { next } else { next % track };
                let token = if self.has_token[next] { 1.0 } else { 0.0 };
                let weight = often * (1.0 + pace.aim * token);
                all += weight;
                hope += weight * (token + self.hopes[next]);
            }
            self.hopes[space] = pace.goes_on * hope / all;
        }
    }

    /// How many tokens a marker on a space can expect to take.
    #[inline]
    pub(super) fn hope(&self, space: u16) -> f32 {
        self.hopes[usize::from(space)]
    }

    /// Whether a token can be taken on a space.
    #[inline]
    pub(super) fn has_token(&self, space: u16) -> bool {
        self.has_token[usize::from(space)]
    }
}

/// The corner towers of a game that still have their token, as bits.
#[inline]
pub(super) fn corners(game: &Stronghold) -> u32 {
    let all = 0..game.wall().corners().len() as u8;
    all.fold(0, |bits, corner| bits | u32::from(game.has_token(corner)) << corner)
}
