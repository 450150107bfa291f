use std::{error::Error, fmt};

/// Why no client can be made with these options; the text says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError(String);

impl BuildError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Says what went wrong with what, by the deepest cause, which is the one that tells something.
    pub(crate) fn because(what: impl fmt::Display, error: &(dyn Error + 'static)) -> Self {
        let mut cause = error;
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        Self(format!("{what}: {cause}"))
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Error for BuildError {}
