//! Expected number of wall tokens a marker will take.
//!
//! A marker advances by the points of one scoring at a time. The distribution of these steps is
//! known, so the expectation is computed backwards from the last space: each space is worth the
//! tokens the next step may take plus the value of the space it leads to.

use bastide::{Game, Stronghold, Wall};

/// Relative frequency of marker steps of 1, 2, 3 and so on, measured in 300 games of one-ply
/// self-play with untuned weights, 34 scorings each. Steps of 12 and more are combined, and odd
/// steps that hardly occurred get a small value.
const STEPS: [f32; 12] =
    [0.071, 0.374, 0.090, 0.256, 0.010, 0.078, 0.002, 0.063, 0.001, 0.023, 0.001, 0.031];
/// Number of spaces considered; scores rarely exceed it.
const REACH: usize = 96;

/// Expected tokens from each space, for one set of corner towers.
#[derive(Clone, Debug)]
pub(super) struct Track {
    /// Bit set of the corner towers that still have their token.
    corners: u32,
    /// True for spaces on which a token can be taken.
    has_token: Box<[bool]>,
    /// Expected number of tokens taken by a marker on each space.
    hopes: Box<[f32]>,
}

/// Model of how markers advance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pace {
    /// Probability of a further scoring after each one.
    pub(super) goes_on: f32,
    /// Relative increase in the probability of a step that ends on a token.
    pub(super) aim: f32,
}

impl Track {
    pub(super) fn new() -> Track {
        let spaces = usize::from(Wall::LONGEST_TRACK);
        let (has_token, hopes) = (vec![false; spaces].into(), vec![0.0; spaces].into());
        Track { corners: u32::MAX, has_token, hopes }
    }

    /// Returns true if the values are valid for these corner towers.
    #[inline]
    pub(super) fn is_for(&self, corners: u32) -> bool {
        self.corners == corners
    }

    /// Computes the expectations of all spaces from the lower score on.
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
        // On a short track the range must not wrap around to its own start.
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

    /// Returns the expected number of tokens taken by a marker on `space`.
    #[inline]
    pub(super) fn hope(&self, space: u16) -> f32 {
        self.hopes[usize::from(space)]
    }

    /// Returns true if a token can be taken on `space`.
    #[inline]
    pub(super) fn has_token(&self, space: u16) -> bool {
        self.has_token[usize::from(space)]
    }
}

/// Returns the bit set of the corner towers that still have their token.
#[inline]
pub(super) fn corners(game: &Stronghold) -> u32 {
    let all = 0..game.wall().corners().len() as u8;
    all.fold(0, |bits, corner| bits | u32::from(game.has_token(corner)) << corner)
}
