//! Tests of Daifugo.
