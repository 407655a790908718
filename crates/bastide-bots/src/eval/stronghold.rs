//! Stronghold positions: what is banked, what claims can be expected to
//! bring, and what followers, tokens, keeps and the track are good for.

mod closers;
mod track;

use arrayvec::ArrayVec;
use bastide::{
    Action, Actor, BySeat, Edge, FigureKind, Game, Port, Seat, Stronghold, Terrain, WallToken,
};

use closers::Closers;
use track::{Pace, Track};

const SEATS: u8 = 2;
const BOTH: [Seat; 2] = [Seat::FIRST, Seat::FIRST.next(SEATS)];
/// Two players with six followers each (S-SETUP-1).
const MOST_CLAIMS: usize = 12;
/// A board has fewer segments.
const SEGMENTS: usize = 2048;
/// The kinds of token (S-SETUP-4).
const KINDS: usize = 9;
/// S-TOKEN-K8: how much larger a token makes a keep.
const KEEP_TOKEN: f32 = 2.0;
/// S-END-3, S-TOKEN-K9.
const MARKET: f32 = 3.0;
const FIVE: f32 = 5.0;
const FIVE_POINTS: WallToken = WallToken::new(9).expect("kinds are 1 to 9");
const LARGER_KEEP: WallToken = WallToken::new(8).expect("kinds are 1 to 9");

/// What the evaluator believes of the game within a wall, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StrongholdWeights {
    /// What 0 to 6 free followers are worth.
    pub free: [f32; 7],
    /// How many own turns ahead a free follower keeps that worth.
    pub horizon: f32,
    /// How much more it is worth for each ten further own turns.
    pub long_run: f32,
    /// How much of a follower is free already that will probably come back.
    pub comes_back: f32,
    /// How many tries to close a side each own turn is.
    pub tries: f32,
    /// No more own turns than these are tries.
    pub patience: f32,
    /// Of how many own turns none is left for any one claim.
    pub attention: f32,
    /// The chance that a further open cell does not get in the way.
    pub crowd: f32,
    /// How many tiles each open cell of a path adds until it is complete.
    pub path_growth: f32,
    /// The chance that an open cell brings a path its first well.
    pub well: f32,
    /// The same for a tower.
    pub tower_growth: f32,
    /// The same for a house.
    pub house_growth: f32,
    /// What the other's followers on a feature leave of its worth.
    pub contested: f32,
    /// Markets that an open courtyard gains in ten own turns.
    pub yard_growth: f32,
    /// How sure the markets of an open courtyard are.
    pub yard_hold: f32,
    /// What each kind of token is worth besides what can be seen, with all
    /// turns to come; less and less later.
    pub tokens: [f32; 9],
    /// How many own turns ahead tokens keep that worth.
    pub token_horizon: f32,
    /// What of the gain is counted that a token promises on a claim.
    pub token_use: f32,
    /// What a token still on the wall is worth.
    pub prize: f32,
    /// How much likelier a step on the track is that ends on a token.
    pub aim: f32,
    /// How many scorings each own turn brings.
    pub scorings: f32,
    /// What counts of a token that a claim would reach when it is completed.
    pub landing: f32,
    /// What it is worth to draw next.
    pub tempo: f32,
    /// What counts besides of what whoever draws next may close at once.
    pub initiative: f32,
    /// The same for the other, who must wait.
    pub waiting: f32,
    /// The gap that the larger keep can expect.
    pub gap: f32,
    /// How many tiles to come make the gap what it usually is.
    pub gap_horizon: f32,
    /// How many of these tiles fall into the largest gap, to its share.
    pub gap_shrink: f32,
    /// How far apart keeps must be to be safe, with many turns to come.
    pub keep_safe: f32,
    /// How much of a larger house counts that is not complete yet.
    pub keep_hope: f32,
}

impl Default for StrongholdWeights {
    fn default() -> StrongholdWeights {
        StrongholdWeights {
            free: [-10.49, -2.95, -0.13, 1.23, 2.21, 3.68, 4.57],
            horizon: 5.58,
            long_run: -0.08,
            comes_back: 0.17,
            tries: 0.57,
            patience: 19.41,
            attention: 0.35,
            crowd: 0.81,
            path_growth: 0.35,
            well: 0.13,
            tower_growth: 0.04,
            house_growth: 0.18,
            contested: 0.75,
            yard_growth: 0.08,
            yard_hold: 0.55,
            tokens: [1.47, 2.72, 1.7, 1.55, 0.44, 0.73, 0.35, 2.23, 0.0],
            token_horizon: 4.66,
            token_use: 0.48,
            prize: 2.03,
            aim: 0.92,
            scorings: 0.53,
            landing: 0.17,
            tempo: 2.34,
            initiative: -0.25,
            waiting: 0.3,
            gap: 1.53,
            gap_horizon: 10.26,
            gap_shrink: 0.62,
            keep_safe: 0.64,
            keep_hope: 0.64,
        }
    }
}

/// A feature with followers on it.
#[derive(Clone, Copy, Debug)]
struct Claim {
    terrain: Terrain,
    /// Who has the majority (S-MAJ-1), if anybody has (S-MAJ-2).
    owner: Option<Seat>,
    figures: [u8; 2],
    tiles: f32,
    marks: f32,
    is_complete: bool,
    /// 0 if its owner draws next, else 1.
    waits: usize,
    /// Empty cells against it.
    cells: u8,
    /// The chance that it is completed.
    chance: f32,
    /// The chance that the next tile completes it.
    soon: f32,
    /// The last opening that was counted, and what it took away.
    last: u16,
    factor: f32,
}

impl Claim {
    /// Points for each tile (S-PATH-2, S-PATH-3, S-TOWER-1, S-HOUSE-1).
    fn each(&self) -> f32 {
        match self.terrain {
            Terrain::Path if self.marks > 0.0 => 2.0,
            Terrain::Tower => 2.0,
            Terrain::Path | Terrain::House => 1.0,
            Terrain::Courtyard
            | Terrain::Field
            | Terrain::Road
            | Terrain::City
            | Terrain::River
            | Terrain::Monastery
            | Terrain::Garden => 0.0,
        }
    }
}

type Claims = ArrayVec<Claim, MOST_CLAIMS>;

/// S-MAJ-1, S-MAJ-2: strictly more, or nobody.
fn owns(figures: &[u8; 2]) -> Option<Seat> {
    match figures[0].cmp(&figures[1]) {
        core::cmp::Ordering::Less => Some(BOTH[1]),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Greater => Some(BOTH[0]),
    }
}

/// What one seat can make of its tokens, gathered from its claims: the best
/// there is for one token of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Uses([f32; KINDS]);

impl Uses {
    fn offer(&mut self, kind: usize, gain: f32) {
        let best = &mut self.0[kind - 1];
        *best = best.max(gain);
    }
}

/// What is summed up for one seat.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    value: f32,
    /// Followers that will be back.
    returning: f32,
    uses: Uses,
    /// What a token for a larger keep would add, besides what any is worth.
    larger_keep: f32,
    /// Tiles of the largest house that may become the keep, less what is not
    /// sure.
    keep: f32,
}

/// Values positions of the Stronghold family.
#[derive(Clone, Debug)]
pub(super) struct StrongholdEval {
    weights: StrongholdWeights,
    closers: Closers,
    /// For the corner towers of the position last prepared, and for others.
    tracks: [Track; 2],
    pace: Pace,
    /// Room to finish a turn in. Its board is the game's own, so the game's
    /// tiles are known as long as it is.
    room: Option<Stronghold>,
    actions: Vec<Action>,
    /// The number of a claim by its root, and for which position.
    claim_of: Box<[(u32, u8)]>,
    position: u32,
    /// Own turns to come, on average.
    turns: f32,
    /// How much of the chances is left by all that else wants turns: for
    /// whoever draws next, and for the other.
    attention: [f32; 2],
    /// What of a free follower's worth is left.
    urgency: f32,
    /// Cells inside the wall and start areas.
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

    /// The points each seat can expect in the end.
    pub(super) fn values(&mut self, game: &Stronghold) -> BySeat<f32> {
        let is_resting = match game.to_act() {
            Actor::Seat(_) => game.drawn().is_some(),
            Actor::Chance => game.revealing().is_none(),
            Actor::Nobody => true,
        };
        if is_resting { self.rest(game) } else { self.finish_turn(game) }
    }

    /// A position in the middle of scoring is worth what the end of the turn
    /// is, with any token that turns up on the way taken for an average one.
    fn finish_turn(&mut self, game: &Stronghold) -> BySeat<f32> {
        let Some(mut room) = self.room.take() else { return self.rest(game) };
        room.clone_from(game);
        let mut unknown = ArrayVec::<(Seat, WallToken), 8>::new();
        while !room.is_over() && room.drawn().is_none() {
            if let Some(seat) = room.revealing() {
                // Best is a kind that does nothing before the end.
                let Some((token, _)) = room.unseen_tokens().last() else { break };
                if !unknown.is_full() {
                    unknown.push((seat, token));
                }
                room.play_unchecked(Action::Reveal(token), &mut ());
            } else if room.to_act() == Actor::Chance {
                break;
            } else {
                // No follower, no further turn, no doubling: whoever wants
                // that is asked before.
                self.actions.clear();
                room.legal_actions(&mut self.actions);
                let is_pass = |action: &&Action| **action == Action::Pass;
                let action = self.actions.iter().find(is_pass).or(self.actions.first());
                let Some(&action) = action else { break };
                room.play_unchecked(action, &mut ());
            }
        }
        let values = self.weigh(&room, &unknown);
        self.room = Some(room);
        values
    }

    fn rest(&mut self, game: &Stronghold) -> BySeat<f32> {
        self.weigh(game, &[])
    }

    /// The value of a position before a draw or with a tile drawn; `unknown`
    /// are tokens in the purses that nobody has really seen.
    fn weigh(&mut self, game: &Stronghold, unknown: &[(Seat, WallToken)]) -> BySeat<f32> {
        let mut values = BySeat::splat(0.0);
        let banked = BOTH.map(|seat| game.scores()[seat] as f32);
        if game.is_over() {
            BOTH.into_iter().zip(banked).for_each(|(seat, value)| values[seat] = value);
            for &(seat, token) in unknown.iter().filter(|(_, token)| *token == FIVE_POINTS) {
                // It was taken for five points; it is so in some cases only.
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
            let hand = f32::from(game.hands()[seat][FigureKind::Meeple]);
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

    /// Everything that holds followers, with the chance that it is completed.
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
            *known = (self.position, claims.len() as u8);
            let feature = board.feature(root);
            let figures = BOTH.map(|seat| feature.figures[seat]);
            claims.push(Claim {
                terrain: feature.terrain,
                owner: owns(&figures),
                figures,
                tiles: feature.size() as f32,
                marks: f32::from(feature.marks),
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
                    // A second cell cannot be closed by the same tile.
                    claim.soon = if claim.cells == 0 { closing.share } else { 0.0 };
                    claim.cells += 1;
                    claim.chance *= chance;
                    (claim.last, claim.factor) = (number, chance);
                } else if chance < claim.factor {
                    // Two sides of one cell: the harder one decides.
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

    /// What a claim is worth to its owner, and its followers to theirs.
    fn count_claim(&self, game: &Stronghold, claim: &Claim, track: &Track, sides: &mut [Side; 2]) {
        let weights = &self.weights;
        if claim.terrain == Terrain::Courtyard {
            let Some(owner) = claim.owner else { return };
            let (mut markets, mut hold) = (claim.marks, 1.0);
            if !claim.is_complete {
                let growth = weights.yard_growth * self.turns / 10.0;
                markets += growth * f32::from(claim.cells).min(4.0) / 2.0;
                hold = 1.0 - (1.0 - weights.yard_hold) * (self.turns / 10.0).min(1.0);
            }
            let side = &mut sides[owner.index() % 2];
            side.value += MARKET * markets * hold;
            // S-TOKEN-K7
            side.uses.offer(7, markets * hold);
            return;
        }
        if claim.is_complete {
            return;
        }
        for (side, &figures) in sides.iter_mut().zip(&claim.figures) {
            side.returning += f32::from(figures) * claim.chance;
        }
        let Some(owner) = claim.owner else { return };
        let cells = f32::from(claim.cells);
        let (each, mut hoped) = (claim.each(), claim.each());
        if claim.terrain == Terrain::Path && claim.marks == 0.0 {
            hoped += weights.well * cells.min(3.0);
        }
        let growth = match claim.terrain {
            Terrain::Path => weights.path_growth,
            Terrain::Tower => weights.tower_growth,
            _ => weights.house_growth,
        };
        let tiles = claim.tiles + growth * cells;
        let is_alone = claim.figures.contains(&0);
        let hold = if is_alone { 1.0 } else { weights.contested };
        let chance = claim.chance * hold;
        let side = &mut sides[owner.index() % 2];
        let now = each * claim.tiles;
        side.value += chance * hoped * tiles;
        // Open at the end, it gives something by a token only.
        let open = (1.0 - claim.chance) * hold * now;
        match claim.terrain {
            Terrain::Path => side.uses.offer(4, open),
            Terrain::Tower => {
                side.uses.offer(2, chance * each * tiles);
                side.uses.offer(5, open);
            }
            _ => {
                side.uses.offer(3, chance * each * tiles);
                side.uses.offer(6, open);
                side.keep = side.keep.max(chance * weights.keep_hope * tiles);
            }
        }
        if claim.cells == 1 {
            let points = if claim.terrain == Terrain::Path { now + each } else { now };
            let space = game.wall().space(game.scores()[owner] + points as i32);
            if track.has_token(space) {
                side.value += weights.landing * weights.prize * chance;
            }
            let at_once = [weights.initiative, weights.waiting][claim.waits];
            side.value += at_once * claim.soon * points;
        }
    }

    /// What the tokens in the purses are worth.
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

    /// What one token is worth to whoever can use it so.
    fn token(&self, kind: usize, uses: &Uses) -> f32 {
        let weights = &self.weights;
        let soon = (self.turns / weights.token_horizon).min(1.0);
        let sure = if kind == 9 { FIVE } else { 0.0 };
        sure + weights.tokens[kind - 1] * soon + weights.token_use * uses.0[kind - 1]
    }

    /// What a token is worth that one seat holds and of which nobody knows
    /// the kind: any of the unseen ones, or of those they were taken for.
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

    /// S-END-2: the larger keep, surer the more it leads by and the later it
    /// is.
    fn count_keeps(&self, game: &Stronghold, unknown: &[(Seat, WallToken)], sides: &mut [Side; 2]) {
        let weights = &self.weights;
        let mut larger = [0.0; 2];
        let sizes = BOTH.map(|seat| {
            let built = game.keep(seat).map_or(0.0, |keep| f32::from(keep.size));
            let hoped = sides[seat.index() % 2].keep;
            let has_keep = built > 0.0 || hoped > 0.0;
            // S-TOKEN-K8: only with a keep.
            let each = if has_keep { KEEP_TOKEN } else { 0.0 };
            larger[seat.index() % 2] = each;
            let tokens = each * f32::from(game.purse(seat).held(LARGER_KEEP));
            // A larger house moves the keep (S-KEEP-2).
            built.max(hoped) + tokens + if hoped > built { 0.0 } else { 0.1 * hoped }
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
        let spread = weights.keep_safe * (self.turns / 8.0).sqrt().min(1.5) + 0.2;
        let lead = sizes[0] - sizes[1];
        let worth = |lead: f32| gap * 0.5 * (1.0 + tanh((lead - 0.5) / spread));
        for ((side, lead), larger) in sides.iter_mut().zip([lead, -lead]).zip(larger) {
            side.value += worth(lead);
            if !unknown.is_empty() {
                // To the lead, what the other loses is as good.
                let swing = |lead: f32| worth(lead) - worth(-lead);
                side.larger_keep = swing(lead + larger) - swing(lead);
            }
        }
    }
}

/// The hyperbolic tangent, roughly: a call into a library would be the
/// dearest part of an evaluation.
#[inline]
fn tanh(x: f32) -> f32 {
    let x = x.clamp(-3.0, 3.0);
    x * (27.0 + x * x) / (27.0 + 9.0 * x * x)
}
