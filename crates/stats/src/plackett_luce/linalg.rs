//! The little dense linear algebra that Newton's method needs.

/// A symmetric matrix, stored in full.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(crate) fn get(&self, i: usize, j: usize) -> f64 {
        self.cells[i * self.size + j]
    }

    pub(crate) fn add(&mut self, i: usize, j: usize, x: f64) {
        self.cells[i * self.size + j] += x;
    }

    /// Adds `weight` · v vᵀ.
    pub(crate) fn add_outer(&mut self, v: &[f64], weight: f64) {
        for (i, a) in v.iter().enumerate() {
            for (j, b) in v.iter().enumerate() {
                self.add(i, j, weight * a * b);
            }
        }
    }

    pub(crate) fn times(&self, v: &[f64]) -> Vec<f64> {
        self.cells.chunks(self.size.max(1)).map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum()).collect()
    }

    /// The covariance of the first `n` variables after their common mean is taken off each.
    pub(crate) fn centred(&self, n: usize) -> Self {
        let row_mean = |i: usize| (0..n).map(|j| self.get(i, j)).sum::<f64>() / n as f64;
        let rows: Vec<f64> = (0..n).map(row_mean).collect();
        let all = rows.iter().sum::<f64>() / n as f64;
        let mut out = Self::zero(n);
        for i in 0..n {
            for j in 0..n {
                out.add(i, j, self.get(i, j) - rows[i] - rows[j] + all);
            }
        }
        out
    }

    /// The inverse by Cholesky's factorisation; `None` where the matrix is not clearly positive definite.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let n = self.size;
        let mut factor = Self::zero(n);
        for i in 0..n {
            for j in 0..=i {
                let dot: f64 = (0..j).map(|k| factor.get(i, k) * factor.get(j, k)).sum();
                let rest = self.get(i, j) - dot;
                if i == j {
                    // A pivot lost in the rounding of its diagonal means a direction without curvature.
                    if rest.is_nan() || rest <= 1e-13 * self.get(i, i) {
                        return None;
                    }
                    factor.add(i, i, rest.sqrt());
                } else {
                    factor.add(i, j, rest / factor.get(j, j));
                }
            }
        }
        let mut inverse = Self::zero(n);
        for column in 0..n {
            let mut x = vec![0.0; n];
            for i in 0..n {
                let dot: f64 = (0..i).map(|k| factor.get(i, k) * x[k]).sum();
                x[i] = (f64::from(u8::from(i == column)) - dot) / factor.get(i, i);
            }
            for i in (0..n).rev() {
                let dot: f64 = (i + 1..n).map(|k| factor.get(k, i) * x[k]).sum();
                x[i] = (x[i] - dot) / factor.get(i, i);
            }
            x.iter().enumerate().for_each(|(i, &v)| inverse.add(i, column, v));
        }
        Some(inverse)
    }
}
