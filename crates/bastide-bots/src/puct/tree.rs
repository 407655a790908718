//! A search tree for one fixed order of the tiles.

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};
use bastide_host::Dice;

use super::{POINTS, PuctOptions, leads};
use crate::planner::{Plan, Planner, perform, seat_to_act};

/// Maximum number of turns per node; further ones have negligible priors.
const MOST_EDGES: usize = 32;

/// Marks a child that has not been expanded.
const NO_NODE: u32 = u32::MAX;

/// A turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    prior: f32,
    /// Squashed evaluation deficit to the best turn.
    behind: f32,
    total: f32,
    pub(super) visits: u32,
    child: u32,
    actions: u32,
    steps: u8,
}

/// A state before a turn; without edges the game is over.
#[derive(Clone, Copy, Debug)]
struct Node {
    seat: Seat,
    edges: u32,
    count: u8,
    visits: u32,
    total: f32,
    /// Value for each seat when it was expanded.
    values: BySeat<f32>,
}

/// Search tree in flat arrays.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    actions: Vec<Action>,
    dice: Option<Dice>,
    level: BySeat<f32>,
    /// Turns of the node being expanded.
    found: Vec<(f32, BySeat<f32>, Plan)>,
    /// Nodes and edges of the current path.
    path: Vec<(u32, u32)>,
}

impl Tree {
    /// Resets the tree to a root state, with `dice` for its deck. Values are relative to `level`.
    pub(super) fn plant(
        &mut self,
        planner: &mut Planner,
        options: &PuctOptions,
        game: &AnyGame,
        dice: Dice,
        level: BySeat<f32>,
    ) {
        self.nodes.clear();
        self.edges.clear();
        self.actions.clear();
        self.dice = Some(dice);
        self.level = level;
        self.open(planner, options, game);
    }

    /// Returns the turns of the root, which are the same in all trees.
    pub(super) fn root(&self) -> &[Edge] {
        &self.edges[..usize::from(self.nodes[0].count)]
    }

    /// Returns the actions of a turn of the root.
    pub(super) fn plan(&self, at: usize) -> Plan {
        self.steps(at as u32).iter().copied().collect()
    }

    fn steps(&self, edge: u32) -> &[Action] {
        let edge = self.edges[edge as usize];
        &self.actions[edge.actions as usize..][..usize::from(edge.steps)]
    }

    /// Selects an unvisited turn, expands it and updates the statistics along the path.
    pub(super) fn simulate(
        &mut self,
        planner: &mut Planner,
        options: &PuctOptions,
        root: &AnyGame,
        room: &mut AnyGame,
    ) {
        let Some(mut dice) = self.dice.clone() else { return };
        room.clone_from(root);
        self.path.clear();
        let mut at = 0;
        let values = loop {
            let node = self.nodes[at as usize];
            if node.count == 0 {
                // A terminal node needs no evaluation, but must count against the budget.
                planner.nodes += 1;
                break node.values;
            }
            let edge = self.select(node, options.explore);
            self.path.push((at, edge));
            perform(room, self.steps(edge));
            while room.to_act() == Actor::Chance {
                let action = dice.chance(room);
                room.play_unchecked(action);
            }
            let child = self.edges[edge as usize].child;
            if child == NO_NODE {
                self.edges[edge as usize].child = self.nodes.len() as u32;
                break self.open(planner, options, room);
            }
            at = child;
        };
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.total += values[node.seat];
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.total += values[node.seat];
        }
    }

    /// Selects the turn to follow from a node. An unvisited turn is assumed to have the mean value
    /// of the node minus its evaluation deficit: the evaluation alone ignores replies and would be
    /// too optimistic.
    fn select(&self, node: Node, explore: f32) -> u32 {
        let spread = explore * ((node.visits + 1) as f32).sqrt();
        let mean = (node.values[node.seat] + node.total) / (node.visits + 1) as f32;
        let (mut best, mut pick) = (f32::MIN, node.edges);
        for at in node.edges..node.edges + u32::from(node.count) {
            let edge = &self.edges[at as usize];
            let value = match edge.visits {
                0 => mean - edge.behind,
                visits => edge.total / visits as f32,
            };
            let score = value + spread * edge.prior / (edge.visits + 1) as f32;
            if score > best {
                (best, pick) = (score, at);
            }
        }
        pick
    }

    /// Adds a node for a state and returns its value for each seat.
    fn open(
        &mut self,
        planner: &mut Planner,
        options: &PuctOptions,
        game: &AnyGame,
    ) -> BySeat<f32> {
        let (seats, edges) = (game.seats(), self.edges.len() as u32);
        let Some(seat) = seat_to_act(game) else {
            let values = self.squash(&leads(&planner.values(game), seats), seats);
            self.nodes.push(Node {
                seat: Seat::FIRST,
                edges,
                count: 0,
                visits: 0,
                total: 0.0,
                values,
            });
            return values;
        };
        self.found.clear();
        planner.each(game, |actions, values| {
            let leads = leads(values, seats);
            self.found.push((leads[seat], leads, actions.iter().copied().collect()));
        });
        self.found.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.found.truncate(MOST_EDGES);
        let best = self.found[0].0;
        let odds = |lead: f32| ((lead - best) / options.warmth).exp();
        let all: f32 = self.found.iter().map(|&(lead, ..)| odds(lead)).sum();
        for (lead, _, plan) in &self.found {
            self.edges.push(Edge {
                prior: odds(*lead) / all,
                behind: ((best - lead) / POINTS).tanh(),
                total: 0.0,
                visits: 0,
                child: NO_NODE,
                actions: self.actions.len() as u32,
                steps: plan.len() as u8,
            });
            self.actions.extend_from_slice(plan);
        }
        let values = self.squash(&self.found[0].1, seats);
        let count = self.found.len() as u8;
        self.nodes.push(Node { seat, edges, count, visits: 0, total: 0.0, values });
        values
    }

    /// Maps leads to values between -1 and 1.
    fn squash(&self, leads: &BySeat<f32>, seats: u8) -> BySeat<f32> {
        let mut values = BySeat::splat(0.0);
        for seat in Seat::all(seats) {
            values[seat] = ((leads[seat] - self.level[seat]) / POINTS).tanh();
        }
        values
    }
}
