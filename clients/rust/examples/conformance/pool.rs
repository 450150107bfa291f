use std::{collections::HashMap, sync::Mutex};

use upwords_referee_client::{BuildError, Client};

/// Keeps one client for each key.
pub struct Pool {
    target: String,
    clients: Mutex<HashMap<Option<String>, Client>>,
}

impl Pool {
    pub fn new(target: &str) -> Self {
        Self {
            target: target.into(),
            clients: Mutex::default(),
        }
    }

    pub fn client(&self, key: Option<String>) -> Result<Client, BuildError> {
        let mut clients = self.clients.lock().unwrap();
        if let Some(client) = clients.get(&key) {
            return Ok(client.clone());
        }
        let mut builder = Client::builder(&self.target);
        if let Some(key) = &key {
            builder = builder.key(key);
        }
        let client = builder.build()?;
        clients.insert(key, client.clone());
        Ok(client)
    }
}
