//! Build-time tables of the games: everything large that can be computed is computed here, not stored.

mod holdem;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build");
    let out = std::env::var_os("OUT_DIR").map(std::path::PathBuf::from).unwrap_or_default();
    std::fs::write(out.join("holdem_tables.rs"), holdem::tables())
}
