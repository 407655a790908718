//! A child process with line-based communication and timeouts.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::clip;
use crate::lines::{self, Line};

/// Capacity of the queue of received lines; a full queue blocks the engine.
const WAITING: usize = 256;
/// Number of lines of standard error that are stored.
const LAST_WORDS: usize = 10;
/// Time for the process to end after a request.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running process.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Line>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    listener: JoinHandle<()>,
}

impl Process {
    /// Starts a program; `words` are its name and arguments.
    pub(super) fn start(words: &[String]) -> io::Result<Process> {
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (tell, heard) = sync_channel(WAITING);
        // Separate threads read the pipes, because only channels support a receive timeout. They
        // end with the pipe or when the receiver is dropped.
        thread::spawn(move || stdout.into_iter().for_each(|pipe| read(pipe, &tell)));
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&complaints);
        let listener =
            thread::spawn(move || stderr.into_iter().for_each(|pipe| keep_last(pipe, &kept)));
        Ok(Process { child, stdin, heard, complaints, listener })
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{line}\n").as_bytes())?;
        stdin.flush()
    }

    /// Receives the next line, or `None` on timeout.
    pub(super) fn hear(&mut self, until: Instant) -> Option<Line> {
        match self.heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => Some(Line::End),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Kills the process.
    pub(super) fn end(&mut self) {
        self.stdin = None;
        // An error means that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits for the process to end and returns its exit status and last lines of standard error.
    pub(super) fn obituary(&mut self) -> (Option<ExitStatus>, Vec<String>) {
        self.stdin = None;
        let status = self.wait(FAREWELL);
        if status.is_none() {
            // It closed its output but is still running.
            self.end();
        }
        let until = Instant::now() + FAREWELL;
        while !self.listener.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        let last = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        (status, last.iter().cloned().collect())
    }

    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Request a regular exit first, so that the engine can save its data.
        let is_told = self.say("quit").is_ok();
        self.stdin = None;
        if !is_told || self.wait(FAREWELL).is_none() {
            self.end();
        }
    }
}

fn read(pipe: impl Read, tell: &SyncSender<Line>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let line = lines::read(&mut pipe).unwrap_or(Line::End);
        let is_end = line == Line::End;
        if tell.send(line).is_err() || is_end {
            return;
        }
    }
}

fn keep_last(pipe: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let line = match lines::read(&mut pipe).unwrap_or(Line::End) {
            Line::Text(line) => clip(&line),
            Line::NotText | Line::TooLong => continue,
            Line::End => return,
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == LAST_WORDS {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}
