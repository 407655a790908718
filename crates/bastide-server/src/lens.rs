//! stub
use bastide::*;
use bastide_protocol::*;
pub(crate) struct Lens;
#[allow(unused)]
impl Lens {
    pub(crate) fn of(_: &AnyGame) -> &'static Lens {
        &Lens
    }
    pub(crate) fn play(&self, game: &mut AnyGame, actions: &[Action]) -> Vec<GameEvent> {
        for &a in actions {
            game.play_unchecked(a, &mut ());
        }
        vec![]
    }
    pub(crate) fn game(&self, game: &AnyGame, actions: usize, turns: usize, aid: Aid) -> GameView {
        panic!()
    }
    pub(crate) fn offers(&self, game: &AnyGame, aid: Aid) -> Option<Offers> {
        None
    }
    pub(crate) fn answer(
        &self,
        game: &AnyGame,
        q: &Question,
        aid: Aid,
        seats: &[u8],
    ) -> Result<Answer, Problem> {
        panic!()
    }
}
