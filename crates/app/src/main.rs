//! The `croupier` program: matches between CPU players, with results that can be trusted.

fn main() -> std::process::ExitCode {
    croupier_app::main()
}
