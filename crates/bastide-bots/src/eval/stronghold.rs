//! Evaluation of Stronghold positions: points scored, the expected value of claims, and the value
//! of followers, tokens, keeps and the track.

mod closers;
mod track;
mod weights;

use arrayvec::ArrayVec;
use bastide::{
    Action, Actor, BySeat, Edge, FigureKind, Game, MARKET, Port, Seat, Stronghold, Terrain, WELL,
    WallToken,
};

use closers::Closers;
use track::{Pace, Track};

pub use weights::StrongholdWeights;

const SEATS: u8 = 2;
const BOTH: [Seat; 2] = [Seat::FIRST, Seat::FIRST.next(SEATS)];
/// Two players with six followers each (S-SETUP-1).
const MOST_CLAIMS: usize = 12;
/// Upper bound on the number of segments of a board.
const SEGMENTS: usize = 2048;
/// Number of token kinds (S-SETUP-4).
const KINDS: usize = 9;
/// S-TOKEN-K8: tiles that a token adds to a keep.
const KEEP_TOKEN: f32 = 2.0;
/// Points of a market (S-END-3) and of the token for five points (S-TOKEN-K9).
const MARKET_POINTS: f32 = 3.0;
const FIVE: f32 = 5.0;
const FIVE_POINTS: WallToken = WallToken::new(9).expect("kinds are 1 to 9");
const LARGER_KEEP: WallToken = WallToken::new(8).expect("kinds are 1 to 9");

/// A feature with followers on it.
#[derive(Clone, Copy, Debug)]
struct Claim {
    ground: Ground,
    /// Seat with the majority (S-MAJ-1); none on a tie (S-MAJ-2).
    owner: Option<Seat>,
    figures: [u8; 2],
    tiles: f32,
    marks: f32,
    is_complete: bool,
    /// 0 if the owner draws next, otherwise 1.
    waits: usize,
    /// Number of empty cells next to it.
    cells: u8,
    /// Probability that it is completed.
    chance: f32,
    /// Probability that the next tile completes it.
    soon: f32,
    /// Index of the last opening counted; `factor` is the probability it contributed.
    last: u16,
    factor: f32,
}

impl Claim {
    /// Returns the points per tile (S-PATH-2, S-PATH-3, S-TOWER-1, S-HOUSE-1).
    fn each(&self) -> f32 {
        match self.ground {
            Ground::Path if self.marks > 0.0 => 2.0,
            Ground::Tower => 2.0,
            Ground::Path | Ground::House => 1.0,
            Ground::Courtyard => 0.0,
        }
    }
}

/// Terrains of Stronghold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ground {
    Path,
    Tower,
    House,
    Courtyard,
}

impl Ground {
    fn of(terrain: Terrain) -> Option<Ground> {
        match terrain {
            Terrain::Path => Some(Ground::Path),
            Terrain::Tower => Some(Ground::Tower),
            Terrain::House => Some(Ground::House),
            Terrain::Courtyard => Some(Ground::Courtyard),
            Terrain::Field
            | Terrain::Road
            | Terrain::City
            | Terrain::River
            | Terrain::Monastery
            | Terrain::Garden => None,
        }
    }
}

type Claims = ArrayVec<Claim, MOST_CLAIMS>;

/// S-MAJ-1, S-MAJ-2: returns the seat with strictly more followers.
fn owns(figures: &[u8; 2]) -> Option<Seat> {
    match figures[0].cmp(&figures[1]) {
        core::cmp::Ordering::Less => Some(BOTH[1]),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Greater => Some(BOTH[0]),
    }
}

/// Best gain of one token of each kind, collected from the claims of one seat.
#[derive(Clone, Copy, Debug, Default)]
struct Uses([f32; KINDS]);

impl Uses {
    fn offer(&mut self, kind: usize, gain: f32) {
        let best = &mut self.0[kind - 1];
        *best = best.max(gain);
    }
}

/// Totals of one seat.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    value: f32,
    /// Expected number of followers to return.
    returning: f32,
    uses: Uses,
    /// Additional value of a token that enlarges the keep, beyond its general value.
    larger_keep: f32,
    /// Expected size in tiles of the largest house that may become the keep.
    keep: f32,
}

/// Evaluates positions of Stronghold.
#[derive(Clone, Debug)]
pub(super) struct StrongholdEval {
    weights: StrongholdWeights,
    closers: Closers,
    /// For the corner towers of the last prepared position, and for one other set.
    tracks: [Track; 2],
    pace: Pace,
    /// Scratch state to finish a turn in. It keeps its tile set and wall alive, so comparing their
    /// addresses is enough to detect another game.
    room: Option<Stronghold>,
    actions: Vec<Action>,
    /// Position number and claim index, by root.
    claim_of: Box<[(u32, u8)]>,
    position: u32,
    /// Expected number of own turns to come.
    turns: f32,
    /// Factor on completion probabilities because several claims compete for the same turns: for
    /// the seat that draws next, and for the other.
    attention: [f32; 2],
    /// Fraction of its value a free follower retains.
    urgency: f32,
    /// Number of cells inside the wall and in start areas.
    places: f32,
}

impl StrongholdEval {
    pub(super) fn new(weights: StrongholdWeights) -> StrongholdEval {
        StrongholdEval {
            weights,
            closers: Closers::default(),
            tracks: [Track::new(), Track::new()],
            pace: Pace { goes_on: 0.0, aim: 0.0 },
            room: None,
            actions: Vec::with_capacity(256),
            claim_of: vec![(0, 0); SEGMENTS].into(),
            position: 0,
            turns: 0.0,
            attention: [0.0; 2],
            urgency: 0.0,
            places: 0.0,
        }
    }

    pub(super) fn prepare(&mut self, game: &Stronghold) {
        let is_known = |room: &Stronghold| {
            core::ptr::eq(room.board().tiles(), game.board().tiles())
                && core::ptr::eq(room.wall(), game.wall())
        };
        if !self.room.as_ref().is_some_and(is_known) {
            self.room = Some(game.clone());
            self.closers.reset(game);
            let is_start = |tile: &&bastide::Laid| !game.wall().contains(tile.cell);
            let starts = game.board().laid().iter().filter(is_start).count();
            self.places = (game.wall().cells().count() + starts) as f32;
        }
        let weights = &self.weights;
        let left = game.bag().left();
        self.turns = left as f32 / f32::from(SEATS);
        let turns = [left.div_ceil(2) as f32, (left / 2) as f32];
        let tries = turns.map(|turns| weights.tries * turns.min(weights.patience));
        self.closers.prepare(game, tries);
        self.attention = turns.map(|turns| turns / (turns + weights.attention.max(0.01)));
        let further = (self.turns - weights.horizon).max(0.0);
        self.urgency = (self.turns / weights.horizon).min(1.0) + weights.long_run * further / 10.0;
        let scorings = weights.scorings * self.turns;
        self.pace = Pace { goes_on: scorings / (scorings + 1.0), aim: weights.aim };
        let corners = track::corners(game);
        self.tracks[0].work_out(game, corners, self.pace);
        self.tracks[1].work_out(game, corners, self.pace);
    }

    /// Returns the expected final points of each seat.
    pub(super) fn values(&mut self, game: &Stronghold) -> BySeat<f32> {
        let is_resting = match game.to_act() {
            Actor::Seat(_) => game.drawn().is_some(),
            Actor::Chance => game.revealing().is_none(),
            Actor::Nobody => true,
        };
        if is_resting { self.rest(game) } else { self.finish_turn(game) }
    }

    /// Evaluates a position in the middle of scoring by the end of its turn. A token that would be
    /// revealed on the way counts as an average one.
    fn finish_turn(&mut self, game: &Stronghold) -> BySeat<f32> {
        let Some(mut room) = self.room.take() else { return self.rest(game) };
        room.clone_from(game);
        let mut unknown = ArrayVec::<(Seat, WallToken), 8>::new();
        while !room.is_over() && room.drawn().is_none() {
            if let Some(seat) = room.revealing() {
                // A kind without effect before the end of the game is the best placeholder.
                let Some((token, _)) = room.unseen_tokens().last() else { break };
                if !unknown.is_full() {
                    unknown.push((seat, token));
                }
                room.play_unchecked(Action::Reveal(token));
            } else if room.to_act() == Actor::Chance {
                break;
            } else {
                // Takes no optional action: followers, extra turns and doubling are alternatives
                // that the caller evaluates separately.
                self.actions.clear();
                room.legal_actions(&mut self.actions);
                let is_pass = |action: &&Action| **action == Action::Pass;
                let action = self.actions.iter().find(is_pass).or(self.actions.first());
                let Some(&action) = action else { break };
                room.play_unchecked(action);
            }
        }
        let values = self.weigh(&room, &unknown);
        self.room = Some(room);
        values
    }

    fn rest(&mut self, game: &Stronghold) -> BySeat<f32> {
        self.weigh(game, &[])
    }

    /// Evaluates a position before a draw or with a drawn tile; `unknown` are tokens that were
    /// revealed as placeholders by `finish_turn`.
    fn weigh(&mut self, game: &Stronghold, unknown: &[(Seat, WallToken)]) -> BySeat<f32> {
        let mut values = BySeat::splat(0.0);
        let banked = BOTH.map(|seat| game.scores()[seat] as f32);
        if game.is_over() {
            BOTH.into_iter().zip(banked).for_each(|(seat, value)| values[seat] = value);
            for &(seat, token) in unknown.iter().filter(|(_, token)| *token == FIVE_POINTS) {
                // The placeholder was scored as five points, which holds only with some
                // probability.
                let ways = game.unseen_tokens().map(|(_, n)| f32::from(n)).sum::<f32>();
                let fives = game.unseen_tokens().filter(|&(kind, _)| kind == token);
                let share = (fives.map(|(_, n)| f32::from(n)).sum::<f32>() + 1.0) / (ways + 1.0);
                values[seat] -= FIVE * (1.0 - share);
            }
            return values;
        }
        let corners = track::corners(game);
        if !self.tracks[0].is_for(corners) && !self.tracks[1].is_for(corners) {
            self.tracks[1].work_out(game, corners, self.pace);
        }
        let claims = self.claims(game);
        let track = &self.tracks[usize::from(!self.tracks[0].is_for(corners))];
        let mut sides = banked.map(|value| Side { value, ..Side::default() });
        let mover = game.turn();
        for claim in &claims {
            self.count_claim(game, claim, track, &mut sides);
        }
        let weights = &self.weights;
        for (seat, side) in BOTH.into_iter().zip(&mut sides) {
            let hand = f32::from(game.hands()[seat][FigureKind::MEEPLE]);
            let free = (hand + weights.comes_back * side.returning).min(6.0);
            let whole = (free as usize).min(5);
            let part = free - whole as f32;
            let worth = weights.free[whole] * (1.0 - part) + weights.free[whole + 1] * part;
            side.value += worth * self.urgency + weights.prize * track.hope(game.space(seat));
        }
        self.count_keeps(game, unknown, &mut sides);
        self.count_tokens(game, unknown, &mut sides);
        sides[mover.index() % 2].value += weights.tempo * self.turns.min(1.0);
        BOTH.into_iter().zip(sides).for_each(|(seat, side)| values[seat] = side.value);
        values
    }

    /// Returns all features with followers, with their completion probabilities.
    fn claims(&mut self, game: &Stronghold) -> Claims {
        let board = game.board();
        self.position = self.position.wrapping_add(1);
        let mut claims = Claims::new();
        for figure in board.figures() {
            let Some(root) = board.root_of(figure) else { continue };
            let known = &mut self.claim_of[root.index() % SEGMENTS];
            if known.0 == self.position || claims.is_full() {
                continue;
            }
            let feature = board.feature(root);
            let Some(ground) = Ground::of(feature.terrain) else { continue };
            *known = (self.position, claims.len() as u8);
            let figures = BOTH.map(|seat| feature.strength[seat]);
            claims.push(Claim {
                ground,
                owner: owns(&figures),
                figures,
                tiles: feature.size() as f32,
                marks: (feature.count(WELL) + feature.count(MARKET)) as f32,
                is_complete: feature.is_complete(),
                waits: usize::from(owns(&figures) != Some(game.turn())),
                cells: 0,
                chance: 1.0,
                soon: 1.0,
                last: u16::MAX,
                factor: 1.0,
            });
        }
        for (number, opening) in (0..).zip(board.frontier()) {
            let sort = self.closers.sort(game, opening);
            for edge in Edge::ALL {
                let Some(class) = self.closers.class(sort, edge) else { continue };
                let Some(tile) = board.tile_at(opening.cell.step(edge)) else { continue };
                let Some(segment) = board.owner(tile, Port::middle(edge.opposite())) else {
                    continue;
                };
                let known = self.claim_of[board.root(segment).index() % SEGMENTS];
                if known.0 != self.position {
                    continue;
                }
                let claim = &mut claims[usize::from(known.1)];
                if class == 0 {
                    claim.cells += u8::from(claim.last != number);
                    claim.last = number;
                    continue;
                }
                let closing = self.closers.closing(sort, edge);
                let chance = closing.chances[claim.waits];
                if claim.last != number {
                    // Two cells cannot be closed by the same tile.
                    claim.soon = if claim.cells == 0 { closing.share } else { 0.0 };
                    claim.cells += 1;
                    claim.chance *= chance;
                    (claim.last, claim.factor) = (number, chance);
                } else if chance < claim.factor {
                    // Two sides of one cell: the less likely one decides.
                    claim.chance *= chance / claim.factor;
                    claim.soon = claim.soon.min(closing.share);
                    claim.factor = chance;
                }
            }
        }
        for claim in &mut claims {
            claim.chance *= self.attention[claim.waits];
            for _ in 1..claim.cells {
                claim.chance *= self.weights.crowd;
            }
        }
        claims
    }

    /// Adds the value of a claim for its owner, and of its followers for theirs.
    fn count_claim(&self, game: &Stronghold, claim: &Claim, track: &Track, sides: &mut [Side; 2]) {
        let weights = &self.weights;
        let growth = match claim.ground {
            Ground::Path => weights.path_growth,
            Ground::Tower => weights.tower_growth,
            Ground::House => weights.house_growth,
            Ground::Courtyard => return self.count_courtyard(claim, sides),
        };
        if claim.is_complete {
            return;
        }
        for (side, &figures) in sides.iter_mut().zip(&claim.figures) {
            side.returning += f32::from(figures) * claim.chance;
        }
        let Some(owner) = claim.owner else { return };
        let side = &mut sides[owner.index() % 2];
        let cells = f32::from(claim.cells);
        let (each, mut hoped) = (claim.each(), claim.each());
        if claim.ground == Ground::Path && claim.marks == 0.0 {
            hoped += weights.well * cells.min(weights.well_cells);
        }
        let tiles = claim.tiles + growth * cells;
        let is_alone = claim.figures.contains(&0);
        let hold = if is_alone { 1.0 } else { weights.contested };
        let chance = claim.chance * hold;
        let now = each * claim.tiles;
        side.value += chance * hoped * tiles;
        // If still open at the end, it scores only with a token.
        let open = (1.0 - claim.chance) * hold * now;
        match claim.ground {
            Ground::Path => side.uses.offer(4, open),
            Ground::Tower => {
                side.uses.offer(2, chance * each * tiles);
                side.uses.offer(5, open);
            }
            Ground::House => {
                side.uses.offer(3, chance * each * tiles);
                side.uses.offer(6, open);
                side.keep = side.keep.max(chance * weights.keep_hope * tiles);
            }
            Ground::Courtyard => {}
        }
        if claim.cells == 1 {
            // A tile that closes a path also extends it.
            let points = if claim.ground == Ground::Path { now + each } else { now };
            let space = game.wall().space(game.scores()[owner] + points as i32);
            if track.has_token(space) {
                side.value += weights.landing * weights.prize * chance;
            }
            let at_once = [weights.initiative, weights.waiting][claim.waits];
            side.value += at_once * claim.soon * points;
        }
    }

    /// S-END-3: courtyards score at the end and may grow until then.
    fn count_courtyard(&self, claim: &Claim, sides: &mut [Side; 2]) {
        let weights = &self.weights;
        let Some(owner) = claim.owner else { return };
        let (mut markets, mut hold) = (claim.marks, 1.0);
        if !claim.is_complete {
            let cells = f32::from(claim.cells).min(weights.yard_cells);
            markets += weights.yard_growth * cells * self.turns / 10.0;
            hold -= (1.0 - weights.yard_hold) * (self.turns / 10.0).min(1.0);
        }
        let side = &mut sides[owner.index() % 2];
        side.value += MARKET_POINTS * markets * hold;
        // S-TOKEN-K7
        side.uses.offer(7, markets * hold);
    }

    /// Adds the value of the tokens of both seats.
    fn count_tokens(
        &self,
        game: &Stronghold,
        unknown: &[(Seat, WallToken)],
        sides: &mut [Side; 2],
    ) {
        for (seat, side) in BOTH.into_iter().zip(sides) {
            let mut average = None;
            for (token, held) in game.purse(seat).iter() {
                let unseen = unknown.iter().filter(|&&entry| entry == (seat, token)).count();
                let worth = self.token(usize::from(token.kind()), &side.uses);
                side.value += worth * (f32::from(held) - unseen as f32);
                if unseen > 0 {
                    let average =
                        *average.get_or_insert_with(|| self.average_token(game, unknown, side));
                    side.value += average * unseen as f32;
                }
            }
        }
    }

    /// Returns the value of a token of this kind, given its possible uses.
    fn token(&self, kind: usize, uses: &Uses) -> f32 {
        let weights = &self.weights;
        let soon = (self.turns / weights.token_horizon).min(1.0);
        let sure = if kind == 9 { FIVE } else { 0.0 };
        sure + weights.tokens[kind - 1] * soon + weights.token_use * uses.0[kind - 1]
    }

    /// Returns the expected value of a token of unknown kind: any of the unrevealed ones, including
    /// those used as placeholders.
    fn average_token(&self, game: &Stronghold, unknown: &[(Seat, WallToken)], side: &Side) -> f32 {
        let (mut sum, mut ways) = (0.0, 0.0);
        let taken_for = unknown.iter().map(|&(_, token)| (token, 1));
        for (token, count) in game.unseen_tokens().chain(taken_for) {
            let larger = if token == LARGER_KEEP { side.larger_keep } else { 0.0 };
            sum += f32::from(count) * (self.token(usize::from(token.kind()), &side.uses) + larger);
            ways += f32::from(count);
        }
        sum / ways.max(1.0)
    }

    /// S-END-2: adds the value of the larger keep, weighted by the probability that it stays the
    /// larger one, which rises with its lead and with fewer turns left.
    fn count_keeps(&self, game: &Stronghold, unknown: &[(Seat, WallToken)], sides: &mut [Side; 2]) {
        let weights = &self.weights;
        let mut larger = [0.0; 2];
        let sizes = BOTH.map(|seat| {
            let built = game.keep(seat).map_or(0.0, |keep| f32::from(keep.size));
            let hoped = sides[seat.index() % 2].keep;
            let has_keep = built > 0.0 || hoped > 0.0;
            // S-TOKEN-K8: the token requires a keep.
            let each = if has_keep { KEEP_TOKEN } else { 0.0 };
            larger[seat.index() % 2] = each;
            let tokens = each * f32::from(game.purse(seat).held(LARGER_KEEP));
            // S-KEEP-2: the keep moves to a larger house.
            let spare = if hoped > built { 0.0 } else { weights.keep_spare * hoped };
            built.max(hoped) + spare + tokens
        });
        let left = game.bag().left() as f32;
        let usual = (left / weights.gap_horizon).min(1.0);
        let mut gap = weights.gap;
        if usual < 1.0 {
            let empty = (self.places - game.board().laid().len() as f32).max(1.0);
            let now = game.largest_gap() as f32;
            let shrunk = now * (1.0 - weights.gap_shrink * (left / empty).min(1.0));
            gap = usual * gap + (1.0 - usual) * shrunk;
        }
        let spread = weights.keep_safe * (self.turns / weights.keep_horizon).sqrt();
        let spread = spread + weights.keep_settled;
        let lead = sizes[0] - sizes[1];
        let worth = |lead: f32| gap * 0.5 * (1.0 + tanh((lead - 0.5) / spread));
        for ((side, lead), larger) in sides.iter_mut().zip([lead, -lead]).zip(larger) {
            side.value += worth(lead);
            if !unknown.is_empty() {
                // A loss of the opponent counts as much as an own gain.
                let swing = |lead: f32| worth(lead) - worth(-lead);
                side.larger_keep = swing(lead + larger) - swing(lead);
            }
        }
    }
}

/// Approximates the hyperbolic tangent; the library function would dominate the cost of an
/// evaluation.
#[inline]
fn tanh(x: f32) -> f32 {
    let x = x.clamp(-3.0, 3.0);
    x * (27.0 + x * x) / (27.0 + 9.0 * x * x)
}
