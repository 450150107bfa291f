use tonic::metadata::{Ascii, MetadataValue};

use crate::BuildError;

/// Returns the value of the header that sends a key with each call, hidden from debug output.
pub(crate) fn bearer(key: &str) -> Result<MetadataValue<Ascii>, BuildError> {
    // Here, lest a key end up in an error message of the transport.
    if key.is_empty() || !key.bytes().all(|char| char.is_ascii_graphic()) {
        return Err(BuildError::new(
            "the key has characters that no header can carry",
        ));
    }
    let mut value = MetadataValue::try_from(format!("Bearer {key}"))
        .expect("graphic ASCII is fit for a header");
    value.set_sensitive(true);
    Ok(value)
}
