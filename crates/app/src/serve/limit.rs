//! How often something may happen.

use std::time::Instant;

/// A bucket that fills at a rate and is emptied by one at a time.
pub struct Bucket {
    most: f64,
    rate: f64,
    level: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket of `most` that fills at `rate` a second.
    pub fn new(most: u32, rate: f64) -> Self {
        Self { most: most.into(), rate, level: most.into(), at: Instant::now() }
    }

    /// Takes one, if there is one.
    pub fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.level = (self.level + passed * self.rate).min(self.most);
        self.at = now;
        let some = self.level >= 1.0;
        self.level -= f64::from(u8::from(some));
        some
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_gives_its_fill_at_once_then_its_rate() {
        let mut bucket = Bucket::new(3, 2.0);
        let start = bucket.at;
        let taken = |bucket: &mut Bucket, ms| {
            (0..10).filter(|_| bucket.take_at(start + Duration::from_millis(ms))).count()
        };
        assert_eq!(taken(&mut bucket, 0), 3);
        assert_eq!(taken(&mut bucket, 499), 0);
        assert_eq!(taken(&mut bucket, 1000), 2);
        assert_eq!(taken(&mut bucket, 60_000), 3);
    }
}
