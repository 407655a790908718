//! Cache and render queue of images.
//!
//! Sprites and backdrops have a cache and a queue separate from postcards: they are few and every
//! page needs some, whereas every position of every table has its own postcards. A flood of
//! postcards therefore neither evicts nor delays sprites. Within a queue, client addresses are
//! served round-robin.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::timeout;
use tracing::Span;

use super::Shared;
use super::asset::Asset;
use super::error::{Error, Result};
use super::extract::ClientAddr;
use super::limits::Act;
use crate::fair::{FairQueue, Full, Size};

/// Selects the cache of an image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shelf {
    /// Sprites and backdrops, which change only with the server version.
    Lasting,
    /// Postcards, which change with every move.
    Postcards,
}

/// Cache size for sprites and backdrops. All sprites in all themes take about 10 MB.
const LASTING_BYTES: usize = 24 << 20;

/// Cache size for postcards, sufficient for about two hundred.
const POSTCARD_BYTES: usize = 32 << 20;

/// Capacities of the queue of sprites and backdrops.
const LASTING: Size = Size { running: 1, own: 64, all: 512 };

/// Capacities of the queue of postcards. Rendering takes up to 0.7 s, so a full queue of one
/// address is processed within [`WAIT`].
const POSTCARDS: Size = Size { running: 1, own: 8, all: 64 };

/// Maximum time for which an image waits in the queue.
const WAIT: Duration = Duration::from_secs(8);

/// `Retry-After` for clients with a full queue.
const LATER: Duration = Duration::from_secs(5);

/// Caches and queues of all images.
#[derive(Debug)]
pub(super) struct Gallery {
    lasting: Stock,
    postcards: Stock,
    /// Images being rendered or waiting for it, by cache and name.
    under_way: Mutex<BTreeMap<(Shelf, String), Arc<Drawing>>>,
    drawn: AtomicU64,
}

/// An image that several requests wait for: the first request renders it; if that request fails or
/// is cancelled, the next one does.
type Drawing = OnceCell<Arc<Asset>>;

/// A cache and a render queue.
#[derive(Debug)]
struct Stock {
    cache: Mutex<Cache>,
    queue: FairQueue,
}

impl Gallery {
    /// Creates empty caches; up to `workers` postcards are rendered in parallel.
    pub(super) fn new(workers: usize) -> Gallery {
        let stock = |most, size| Stock {
            cache: Mutex::new(Cache { most, ..Cache::default() }),
            queue: FairQueue::new(size),
        };
        Gallery {
            lasting: stock(LASTING_BYTES, LASTING),
            postcards: stock(POSTCARD_BYTES, Size { running: workers.max(1), ..POSTCARDS }),
            under_way: Mutex::default(),
            drawn: AtomicU64::new(0),
        }
    }

    /// Returns the number of images rendered since the start.
    pub(super) fn drawn(&self) -> u64 {
        self.drawn.load(Ordering::Relaxed)
    }

    /// Returns the number of images being rendered, and of those waiting.
    pub(super) fn load(&self) -> (usize, usize) {
        let (lasting, postcards) = (self.lasting.queue.load(), self.postcards.queue.load());
        (lasting.0 + postcards.0, lasting.1 + postcards.1)
    }

    fn stock(&self, shelf: Shelf) -> &Stock {
        match shelf {
            Shelf::Lasting => &self.lasting,
            Shelf::Postcards => &self.postcards,
        }
    }

    fn find(&self, shelf: Shelf, name: &str) -> Option<Arc<Asset>> {
        lock(&self.stock(shelf).cache).find(name)
    }

    fn keep(&self, shelf: Shelf, name: &str, asset: &Arc<Asset>) {
        self.drawn.fetch_add(1, Ordering::Relaxed);
        lock(&self.stock(shelf).cache).keep(name, asset);
    }

    /// Registers a request that waits for an image.
    fn join(&self, shelf: Shelf, name: &str) -> Joined<'_> {
        let key = (shelf, name.to_owned());
        let drawing = Arc::clone(lock(&self.under_way).entry(key.clone()).or_default());
        Joined { gallery: self, key, drawing }
    }
}

/// A request that waits for an image. Dropping the last one removes the entry of the image.
struct Joined<'a> {
    gallery: &'a Gallery,
    key: (Shelf, String),
    drawing: Arc<Drawing>,
}

impl Drop for Joined<'_> {
    fn drop(&mut self) {
        let mut under_way = lock(&self.gallery.under_way);
        // The references of this request and of the map; further ones are created only under the
        // lock.
        if Arc::strong_count(&self.drawing) <= 2 {
            under_way.remove(&self.key);
        }
    }
}

/// Returns the image `name`, rendering it if it is not cached. Identical concurrent requests render
/// it once.
pub(super) async fn picture(
    app: &Shared,
    client_addr: ClientAddr,
    shelf: Shelf,
    name: String,
    draw: impl FnOnce() -> Result<Asset> + Send + 'static,
) -> Result<Arc<Asset>> {
    if let Some(asset) = app.gallery.find(shelf, &name) {
        return Ok(asset);
    }
    let joined = app.gallery.join(shelf, &name);
    let drawn = joined.drawing.get_or_try_init(|| async {
        if let Some(asset) = app.gallery.find(shelf, &name) {
            return Ok(asset);
        }
        client_addr.count(app, Act::Picture)?;
        let queue = &app.gallery.stock(shelf).queue;
        let turn = match timeout(WAIT, queue.enter(client_addr.client().queue_key())).await {
            Ok(Ok(turn)) => turn,
            Ok(Err(Full::Own)) => return Err(app.too_many(LATER)),
            Ok(Err(Full::All)) | Err(_) => return Err(Error::Overloaded(LATER)),
        };
        let (shared, name) = (app.clone(), name.clone());
        let span = Span::current();
        let job = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let asset = Arc::new(span.in_scope(draw)?.packed());
            // Cached here, since the request may have been cancelled by now.
            shared.gallery.keep(shelf, &name, &asset);
            Ok(asset)
        });
        job.await.map_err(|error| {
            tracing::error!(%error, "drawing a picture failed");
            Error::Internal
        })?
    });
    drawn.await.cloned()
}

/// LRU cache of images, bounded by size in bytes.
#[derive(Debug, Default)]
struct Cache {
    most: usize,
    bytes: usize,
    /// Incremented with every access.
    clock: u64,
    kept: BTreeMap<String, (u64, Arc<Asset>)>,
}

impl Cache {
    fn find(&mut self, name: &str) -> Option<Arc<Asset>> {
        self.clock += 1;
        let (used, asset) = self.kept.get_mut(name)?;
        *used = self.clock;
        Some(Arc::clone(asset))
    }

    fn keep(&mut self, name: &str, asset: &Arc<Asset>) {
        self.clock += 1;
        self.bytes += asset.size();
        let before = self.kept.insert(name.to_owned(), (self.clock, Arc::clone(asset)));
        if let Some((_, before)) = before {
            self.bytes -= before.size();
        }
        while self.bytes > self.most {
            let oldest = self.kept.iter().min_by_key(|(_, (used, _))| *used);
            let Some(name) = oldest.map(|(name, _)| name.clone()) else { break };
            if let Some((_, dropped)) = self.kept.remove(&name) {
                self.bytes -= dropped.size();
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The data behind these locks is consistent at any time.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::asset::CachePolicy;
    use super::*;

    fn picture_of(bytes: usize) -> Arc<Asset> {
        Arc::new(Asset::new("image/png", CachePolicy::Never, vec![0; bytes]))
    }

    #[test]
    fn a_cache_holds_a_number_of_bytes() {
        let mut cache = Cache { most: 100, ..Cache::default() };
        for name in ["a", "b", "c"] {
            cache.keep(name, &picture_of(30));
        }
        assert!(cache.find("a").is_some(), "used again");
        cache.keep("d", &picture_of(30));
        assert_eq!(cache.bytes, 90);
        assert!(cache.find("b").is_none(), "the longest unused");
        assert!(cache.find("a").is_some() && cache.find("d").is_some());
        cache.keep("a", &picture_of(10));
        assert_eq!(cache.bytes, 70, "the same name again");
        cache.keep("huge", &picture_of(1000));
        assert_eq!((cache.bytes, cache.kept.len()), (0, 0), "too large for any cache");
    }

    #[test]
    fn postcards_evict_no_sprites() {
        let gallery = Gallery::new(1);
        gallery.keep(Shelf::Lasting, "pieces", &picture_of(1 << 20));
        for n in 0..200 {
            gallery.keep(Shelf::Postcards, &format!("card {n}"), &picture_of(1 << 20));
        }
        assert!(gallery.find(Shelf::Lasting, "pieces").is_some());
        assert!(gallery.find(Shelf::Postcards, "card 0").is_none());
        assert!(gallery.find(Shelf::Postcards, "card 199").is_some());
    }

    #[test]
    fn abandoned_drawings_are_removed() {
        let gallery = Gallery::new(1);
        let (one, other) = (gallery.join(Shelf::Lasting, "a"), gallery.join(Shelf::Lasting, "a"));
        assert!(Arc::ptr_eq(&one.drawing, &other.drawing));
        drop(one);
        assert_eq!(lock(&gallery.under_way).len(), 1);
        drop(other);
        assert!(lock(&gallery.under_way).is_empty());
    }
}
