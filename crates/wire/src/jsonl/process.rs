//! A program with three pipes: lines go in and out within limits, and it never outlives its owner.

use super::lines::{LineBuffer, Tail, TooLong, excerpt};
use croupier_core::{AgentError, Fault};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long `poll` sleeps before it is checked whether the process still lives, in case a child of its own holds
/// its pipes open.
const SLICE: Duration = Duration::from_millis(50);

/// How much may wait for a program that does not read.
const MAX_UNREAD: usize = 16 << 20;

/// How many chunks of 16 KiB empty any pipe; a bound, for something that escaped may be filling it all the while.
const ALL: usize = 256;

/// Why no line came.
#[derive(Debug, PartialEq)]
enum Stop {
    Timeout,
    Ended,
    TooLong,
}

/// A running program in a process group of its own.
pub(crate) struct Process {
    child: Child,
    pid: Pid,
    /// Each pipe until it ends.
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    /// Lines on their way to the program, the first `sent` bytes gone.
    unsent: Vec<u8>,
    sent: usize,
    heard: LineBuffer,
    tail: Tail,
    max_line: usize,
    grace: Duration,
    reaped: bool,
}

impl Process {
    /// Starts the program `words[0]` with the other words as arguments.
    pub(crate) fn start(words: &[String], max_line: usize, grace: Duration) -> Result<Self, AgentError> {
        let refuse = |e: &dyn std::fmt::Display| {
            AgentError::new(Fault::Start, format!("cannot start `{}`: {e}", words[0]))
        };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Its own group, so that the terminal's Ctrl-C is ours alone and its children end with it.
            .process_group(0)
            .spawn()
            .map_err(|e| refuse(&e))?;
        let process = Self {
            pid: Pid::from_child(&child),
            stdin: child.stdin.take().map(Into::into),
            stdout: child.stdout.take().map(Into::into),
            stderr: child.stderr.take().map(Into::into),
            child,
            unsent: Vec::new(),
            sent: 0,
            heard: LineBuffer::new(max_line),
            tail: Tail::default(),
            max_line,
            grace,
            reaped: false,
        };
        // Only our ends: a pipe's two ends have flags of their own.
        for pipe in [&process.stdin, &process.stdout, &process.stderr].into_iter().flatten() {
            ioctl_fionbio(pipe, true).map_err(|e| refuse(&e))?;
        }
        Ok(process)
    }

    /// Adds a line, with its end, to what the program is told, and sends what its pipe takes without waiting.
    pub(super) fn tell(&mut self, line: &[u8]) -> Result<(), AgentError> {
        if self.unsent.len() - self.sent + line.len() > MAX_UNREAD {
            return Err(self.fail(Fault::Timeout, "it has left 16 MiB of its input unread".into()));
        }
        self.unsent.extend_from_slice(line);
        self.send();
        Ok(())
    }

    /// Forgets the error output so far, so that a fault tells of its own series only.
    pub(crate) fn forget(&mut self) {
        hear(&mut self.stderr, |bytes| self.tail.push(bytes), ALL);
        self.tail.clear();
    }

    /// A fault if the program has said anything that nobody asked for. `asked` names the question that comes next.
    pub(crate) fn listen(&mut self, asked: &str) -> Result<(), AgentError> {
        hear(&mut self.stdout, |bytes| self.heard.push(bytes), 1);
        if self.heard.is_empty() {
            return Ok(());
        }
        let said = excerpt(self.heard.head());
        Err(self.fail(Fault::Unasked, format!("it said {said} before its {asked}")))
    }

    /// Tells a line that asks for an answer and waits for the answer's line; a fault without one within `limit`.
    /// `asked` names the question.
    pub(crate) fn ask(&mut self, line: &[u8], limit: Duration, asked: &str) -> Result<Vec<u8>, AgentError> {
        self.tell(line)?;
        let now = Instant::now();
        // A limit beyond the clock's end is no limit a run will meet: a year stands for it.
        let deadline = now.checked_add(limit).unwrap_or(now + Duration::from_secs(31_536_000));
        self.line(deadline).map_err(|stop| match stop {
            Stop::Timeout => {
                // What is left of a limit is told in whole milliseconds.
                let shown = Duration::from_millis((limit.as_secs_f64() * 1e3).round() as u64);
                self.fail(Fault::Timeout, format!("no answer to its {asked} within {shown:?}"))
            }
            Stop::TooLong => {
                let max = self.max_line;
                self.fail(
                    Fault::Oversize,
                    format!("a line of more than {max} bytes in answer to its {asked}"),
                )
            }
            Stop::Ended => self.fail_ended(asked),
        })
    }

    /// Moves bytes both ways until a line is whole, the program can say no more, or `deadline`.
    fn line(&mut self, mut deadline: Instant) -> Result<Vec<u8>, Stop> {
        let mut doomed = false;
        loop {
            match self.heard.line() {
                Ok(Some(line)) => return Ok(line),
                Err(TooLong) => return Err(Stop::TooLong),
                Ok(None) if self.stdout.is_none() => return Err(Stop::Ended),
                Ok(None) => {}
            }
            let now = Instant::now();
            if now >= deadline {
                return Err(if doomed { Stop::Ended } else { Stop::Timeout });
            }
            let idle = !self.exchange(SLICE.min(deadline - now));
            // One that no longer hears, or has ended and left its pipe to a child, may still have said its answer.
            if !doomed && (self.stdin.is_none() || (idle && self.ended().is_some())) {
                doomed = true;
                deadline = deadline.min(Instant::now() + self.grace);
            }
        }
    }

    /// Waits for any pipe to be ready, at most `wait`, and moves what it takes or has; whether one was.
    fn exchange(&mut self, wait: Duration) -> bool {
        let (mut fds, mut writable) = (Vec::with_capacity(3), None);
        if let Some(pipe) = &self.stdin {
            // Without flags poll still reports a pipe that nobody will read any more.
            let flags = if self.sent < self.unsent.len() { PollFlags::OUT } else { PollFlags::empty() };
            writable = Some(fds.len());
            fds.push(PollFd::new(pipe, flags));
        }
        for pipe in [&self.stdout, &self.stderr].into_iter().flatten() {
            fds.push(PollFd::new(pipe, PollFlags::IN));
        }
        let wait = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        let ready = match poll(&mut fds, Some(&wait)) {
            Ok(n) => n > 0,
            Err(Errno::INTR) => true,
            Err(_) => false,
        };
        let deaf = writable.is_some_and(|i| fds[i].revents().intersects(PollFlags::ERR | PollFlags::HUP));
        drop(fds);
        if deaf {
            self.stdin = None;
        }
        self.send();
        hear(&mut self.stdout, |bytes| self.heard.push(bytes), 1);
        hear(&mut self.stderr, |bytes| self.tail.push(bytes), 16);
        ready
    }

    /// Writes what the program's pipe takes without waiting.
    fn send(&mut self) {
        while self.sent < self.unsent.len() {
            let Some(pipe) = &self.stdin else { break };
            match write(pipe, &self.unsent[self.sent..]) {
                Ok(n) => self.sent += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.stdin = None,
            }
        }
        self.unsent.clear();
        self.sent = 0;
    }

    /// How the program ended, if it has; it stays unreaped, so that its group's number stays its own.
    fn ended(&self) -> Option<Option<WaitIdStatus>> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(self.pid), options) {
            Ok(None) | Err(Errno::INTR) => None,
            Ok(status) => Some(status),
            Err(_) => Some(None),
        }
    }

    /// Waits until the program has ended, at most until `deadline`; how it did.
    fn wait_ended(&mut self, deadline: Instant) -> Option<Option<WaitIdStatus>> {
        loop {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            // Its last words may fill a pipe: keep hearing, or it would never end.
            hear(&mut self.stdout, |_| {}, 16);
            hear(&mut self.stderr, |bytes| self.tail.push(bytes), 16);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The fault of a program that can answer no more.
    fn fail_ended(&mut self, asked: &str) -> AgentError {
        let how = match self.wait_ended(Instant::now() + self.grace) {
            Some(Some(status)) => match (status.exit_status(), status.terminating_signal()) {
                (Some(code), _) => format!("it ended with exit status {code}"),
                (_, Some(signal)) => format!("it was ended by signal {signal}"),
                _ => "it ended".into(),
            },
            Some(None) => "it ended".into(),
            None if self.stdout.is_none() => "it closed its output".into(),
            None => "it closed its input".into(),
        };
        self.fail(Fault::Died, format!("{how} without an answer to its {asked}"))
    }

    /// Ends the program and makes the error of a fault, with the end of what it wrote to its error output.
    pub(crate) fn fail(&mut self, fault: Fault, what: String) -> AgentError {
        self.kill();
        hear(&mut self.stderr, |bytes| self.tail.push(bytes), ALL);
        let errors = self.tail.text();
        let detail =
            if errors.is_empty() { what } else { format!("{what}; its error output ends: {errors}") };
        AgentError::new(fault, detail)
    }

    /// Says the last line and closes the program's input; it has until `farewell`'s deadline to end by itself.
    pub(crate) fn part(&mut self, line: &[u8]) {
        self.unsent.extend_from_slice(line);
        self.send();
        // What did not fit in its pipe it has not been reading: the closed pipe must do.
        self.stdin = None;
    }

    /// Waits for a program that was told to part, at most until `deadline`, then ends it.
    pub(crate) fn farewell(mut self, deadline: Instant) {
        self.wait_ended(deadline);
        self.kill();
    }

    /// Ends the program and its group, and takes its status so that no zombie stays.
    fn kill(&mut self) {
        if self.reaped {
            return;
        }
        self.reaped = true;
        // Before the wait: until then the group's number cannot have become another's.
        if kill_process_group(self.pid, Signal::KILL).is_ok() {
            let _ = self.child.wait();
        } else {
            // A program of another user's cannot be killed; its closed input is all that can tell it to end.
            let _ = self.child.try_wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Reads what a pipe has without waiting, at most `chunks` times 16 KiB, and closes it at its end.
fn hear(pipe: &mut Option<OwnedFd>, mut keep: impl FnMut(&[u8]), chunks: usize) {
    let mut bytes = [0; 16 << 10];
    for _ in 0..chunks {
        let Some(fd) = pipe else { return };
        match read(fd.as_fd(), &mut bytes) {
            Ok(0) => *pipe = None,
            Ok(n) => keep(&bytes[..n]),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => return,
            Err(_) => *pipe = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    fn shell(script: &str, grace: Duration) -> Process {
        Process::start(&["sh".into(), "-c".into(), script.into()], 8 << 20, grace).unwrap()
    }

    #[test]
    fn a_line_longer_than_both_pipes_goes_to_and_fro() {
        let mut echo = shell("cat", LONG);
        for letter in [b'a', b'b'] {
            let mut line = vec![letter; 4 << 20];
            line.push(b'\n');
            let answer = echo.ask(&line, LONG, "line").unwrap();
            assert!(answer == line[..4 << 20], "{} bytes", answer.len());
        }
    }

    /// The pipe holds 64 KiB; without a limit on the write this would never return.
    #[test]
    fn a_program_that_never_reads_costs_its_own_limit_only() {
        let mut deaf = shell("sleep 1000", LONG);
        deaf.tell(&vec![b'x'; 8 << 20]).unwrap();
        let error = deaf.ask(b"?\n", Duration::from_millis(50), "line").unwrap_err();
        assert_eq!(error.fault, Fault::Timeout);
    }

    #[test]
    fn what_a_program_leaves_unread_is_bounded() {
        let mut deaf = shell("sleep 1000", LONG);
        let told = (0..40).find_map(|_| deaf.tell(&vec![b'x'; 1 << 20]).err());
        let error = told.expect("an end to patience");
        assert_eq!((error.fault, error.detail.contains("unread")), (Fault::Timeout, true));
    }

    #[test]
    fn a_program_may_write_much_to_its_error_output_while_it_is_told_much() {
        let mut loud = shell("yes | head -c 1000000 >&2; while read -r x; do echo ok; done", LONG);
        let mut line = vec![b'x'; 100_000];
        line.push(b'\n');
        for _ in 0..3 {
            assert_eq!(loud.ask(&line, LONG, "line").unwrap(), b"ok");
        }
    }

    #[test]
    fn a_program_that_is_told_to_part_may_finish_what_it_does() {
        let dir = tempfile::tempdir().unwrap();
        let bye = dir.path().join("bye");
        let mut polite = shell(&format!("read x; sleep 0.05; echo $x > '{}'", bye.display()), LONG);
        polite.part(b"quit\n");
        polite.farewell(Instant::now() + LONG);
        assert_eq!(std::fs::read_to_string(bye).unwrap(), "quit\n");
    }

    #[test]
    fn a_program_that_will_not_part_is_ended() {
        let mut stubborn = shell("trap '' HUP TERM INT PIPE; while :; do sleep 1000; done", LONG);
        stubborn.part(b"quit\n");
        let pid = stubborn.child.id();
        stubborn.farewell(Instant::now() + Duration::from_millis(30));
        assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists());
    }

    #[test]
    fn error_output_that_is_forgotten_is_in_no_later_fault() {
        let mut bot = shell("echo old >&2; read x; echo hi; read x; echo new >&2; exit 1", LONG);
        assert_eq!(bot.ask(b"1\n", LONG, "line").unwrap(), b"hi");
        bot.forget();
        let error = bot.ask(b"2\n", LONG, "line").unwrap_err();
        assert!(error.detail.ends_with("its error output ends: new"), "{}", error.detail);
    }
}
