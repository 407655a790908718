//! Accounts of engines: tokens are issued, listed and revoked by the operator, and accounts removed.

use bastide_protocol::{Problem, ProblemCode};
use bastide_table::{MAX_LINE, check_engine_name, problem, sanitize};

use super::{Admin, AdminAnswer, EngineInfo};
use crate::engines::{new_token, token_hash};
use crate::hub::not_saved;
use crate::store::{MAX_ENGINES, Millis, StoredEngine};

impl Admin {
    pub(super) async fn add_engine(
        &self,
        name: &str,
        lasts: Option<Millis>,
        note: &str,
    ) -> Result<AdminAnswer, Problem> {
        let store = self.hub.engine_store()?;
        let known = store.engines().await.map_err(|error| not_saved(&error))?;
        let others = known.iter().map(|engine| &*engine.name).filter(|other| *other != name.trim());
        let name = check_engine_name(name, others)?;
        let note = match note.trim() {
            "" => String::new(),
            note => sanitize(note, MAX_LINE)
                .map_err(|bad| problem(ProblemCode::BadText, format!("invalid note: {bad}")))?,
        };
        if lasts.is_some_and(|lasts| lasts <= 0) {
            return Err(problem(
                ProblemCode::Malformed,
                "the validity of a token must be positive",
            ));
        }
        let token = new_token(self.hub.entropy());
        let created = self.hub.now();
        let engine = StoredEngine {
            name,
            token: token_hash(&token),
            note,
            created,
            expires: lasts.map(|lasts| created.saturating_add(lasts)),
            revoked: None,
        };
        if !store.add_engine(engine.clone()).await.map_err(|error| not_saved(&error))? {
            let text = match known.iter().any(|known| known.name == engine.name) {
                true => format!("{} has a valid token already: revoke it first", engine.name),
                false => format!(
                    "there are {MAX_ENGINES} engines already: remove one that is no longer used \
                     with remove-engine"
                ),
            };
            return Err(problem(ProblemCode::NameTaken, text));
        }
        self.hub.refresh_engines().await;
        tracing::info!(engine = engine.name, "token issued by the operator");
        Ok(AdminAnswer::EngineAdded { engine: info(engine, created), token })
    }

    pub(super) async fn revoke_engine(&self, name: &str) -> Result<AdminAnswer, Problem> {
        let (store, name) = (self.hub.engine_store()?, name.trim());
        let is_revoked = store.revoke_engine(name, self.hub.now()).await;
        if !is_revoked.map_err(|error| not_saved(&error))? {
            let text = format!("there is no engine {name} with a token to revoke");
            return Err(problem(ProblemCode::NotFound, text));
        }
        self.hub.refresh_engines().await;
        tracing::info!(engine = name, "token revoked by the operator");
        Ok(AdminAnswer::Done)
    }

    pub(super) async fn remove_engine(&self, name: &str) -> Result<AdminAnswer, Problem> {
        let (store, name) = (self.hub.engine_store()?, name.trim());
        if !store.remove_engine(name).await.map_err(|error| not_saved(&error))? {
            return Err(problem(ProblemCode::NotFound, format!("there is no engine {name}")));
        }
        self.hub.refresh_engines().await;
        tracing::info!(engine = name, "engine removed by the operator");
        Ok(AdminAnswer::Done)
    }

    pub(super) async fn engines(&self) -> Result<AdminAnswer, Problem> {
        let stored = self.hub.engine_store()?.engines().await.map_err(|error| not_saved(&error))?;
        let now = self.hub.now();
        let engines = stored.into_iter().map(|engine| info(engine, now)).collect();
        Ok(AdminAnswer::Engines { engines })
    }
}

fn info(engine: StoredEngine, now: Millis) -> EngineInfo {
    let is_valid = engine.is_valid(now);
    let StoredEngine { name, note, created, expires, revoked, .. } = engine;
    EngineInfo { name, note, created, expires, revoked, is_valid }
}
