//! Generates the messages and stubs from the protos: those of the repository, else the package's own.

use std::{env, error::Error, path::Path};

const FILES: [&str; 2] = [
    "upwords/referee/v1/referee_service.proto",
    "upwords/referee/v1/lexicon_service.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    let package = Path::new(&env::var("CARGO_MANIFEST_DIR")?).to_path_buf();
    let root = package.join("../..");
    let includes = if root.join("clients/rust/build.rs").exists() {
        vec![root.join("protos"), root.join("third_party")]
    } else {
        vec![package.join("protos")]
    };
    for folder in &includes {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    tonic_prost_build::configure()
        .extern_path(".google.rpc.Status", "::tonic_types::Status")
        .compile_fds(protox::compile(FILES, includes)?)?;
    Ok(())
}
