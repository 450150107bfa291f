//! Encrypted connections, and who is trusted.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, KeyUsagePurpose};
use tonic::{
    Code,
    transport::{Certificate, Identity, ServerTlsConfig},
};
use upwords_referee_client::{Client, Tls};

use crate::{
    PATIENCE, ask,
    fake::{Fake, Role},
    soon,
};

/// Issues certificates into a folder of a test.
struct Authority {
    folder: PathBuf,
    issuer: CertifiedIssuer<'static, KeyPair>,
}

impl Authority {
    /// Begins anew, in a folder that no other test has.
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        fs::write(folder.join("authority.pem"), issuer.pem()).unwrap();
        Self { folder, issuer }
    }

    fn file(&self) -> PathBuf {
        self.folder.join("authority.pem")
    }

    /// Returns a certificate for an address, and its key, as PEM.
    fn issue(&self, host: &str) -> (String, String) {
        let params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        (certificate.pem(), key.serialize_pem())
    }

    /// Returns the files of a certificate and its key.
    fn issue_files(&self) -> (PathBuf, PathBuf) {
        let (certificate, key) = self.issue("client.example");
        let files = (
            self.folder.join("client.pem"),
            self.folder.join("client-key.pem"),
        );
        fs::write(&files.0, certificate).unwrap();
        fs::write(&files.1, key).unwrap();
        files
    }

    fn server(&self, host: &str) -> ServerTlsConfig {
        let (certificate, key) = self.issue(host);
        ServerTlsConfig::new().identity(Identity::from_pem(certificate, key))
    }
}

fn connect(fake: &Fake, tls: Tls) -> Client {
    let client = Client::builder(fake.target()).tls(tls).deadline(PATIENCE);
    client.build().unwrap()
}

async fn assert_refused(fake: &Fake, client: &Client) {
    let error = soon(ask(client)).await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable, "{error}");
    assert!(!error.retryable());
    assert_eq!(fake.calls(), 0);
}

#[tokio::test]
async fn a_server_is_trusted_by_the_authority_named() {
    let trusted = Authority::new("trusted");
    let fake = Role::new().tls(trusted.server("127.0.0.1")).play();
    let client = connect(&fake, Tls::new().ca_file(trusted.file()));
    assert!(soon(ask(&client)).await.unwrap().valid);
}

#[tokio::test]
async fn a_server_of_another_authority_is_not_asked() {
    let unknown = Authority::new("unknown");
    let fake = Role::new().tls(unknown.server("127.0.0.1")).play();
    let another = Authority::new("another");
    let client = connect(&fake, Tls::new().ca_file(another.file()));
    assert_refused(&fake, &client).await;
    // Nor are the authorities of the system for it, if there are any.
    let of_system = Client::builder(fake.target()).tls(Tls::new());
    if let Ok(client) = of_system.deadline(PATIENCE).build() {
        assert_refused(&fake, &client).await;
    }
}

#[tokio::test]
async fn a_server_of_another_name_is_not_asked() {
    let authority = Authority::new("misnamed");
    let fake = Role::new().tls(authority.server("referee.example")).play();
    let client = connect(&fake, Tls::new().ca_file(authority.file()));
    assert_refused(&fake, &client).await;
}

#[tokio::test]
async fn plain_text_to_an_encrypted_server_is_refused() {
    let authority = Authority::new("plain");
    let fake = Role::new().tls(authority.server("127.0.0.1")).play();
    let client = Client::builder(fake.target()).deadline(PATIENCE);
    assert_refused(&fake, &client.build().unwrap()).await;
}

#[tokio::test]
async fn an_encrypted_call_to_a_plain_text_server_is_refused() {
    let authority = Authority::new("bare");
    let fake = Role::new().play();
    let client = connect(&fake, Tls::new().ca_file(authority.file()));
    assert_refused(&fake, &client).await;
}

#[tokio::test]
async fn a_server_that_asks_for_certificates_gets_one() {
    let both = Authority::new("both");
    let authority = Certificate::from_pem(fs::read(both.file()).unwrap());
    let tls = both.server("127.0.0.1").client_ca_root(authority);
    let fake = Role::new().tls(tls).play();
    let tls = Tls::new().ca_file(both.file());
    assert_refused(&fake, &connect(&fake, tls.clone())).await;
    let (chain, key) = Authority::new("stranger").issue_files();
    assert_refused(&fake, &connect(&fake, tls.clone().certificate(chain, key))).await;
    let (chain, key) = both.issue_files();
    let client = connect(&fake, tls.certificate(chain, key));
    assert!(soon(ask(&client)).await.unwrap().valid);
}

#[tokio::test]
async fn a_key_travels_encrypted() {
    let authority = Authority::new("keyed");
    let fake = Role::new().tls(authority.server("127.0.0.1")).play();
    let tls = Tls::new().ca_file(authority.file());
    let builder = Client::builder(fake.target()).key("open-sesame");
    let client = builder.tls(tls.clone()).deadline(PATIENCE).build().unwrap();
    soon(ask(&client)).await.unwrap();
    let sent = fake.headers("authorization");
    assert_eq!(sent, [Some("Bearer open-sesame".to_owned())]);
    // To any host.
    let elsewhere = Client::builder("192.0.2.1:50051").key("open-sesame");
    assert!(elsewhere.tls(tls).build().is_ok());
}

#[test]
fn files_that_are_no_good_are_named() {
    let authority = Authority::new("named");
    let (chain, key) = authority.issue_files();
    let text = authority.folder.join("text.pem");
    fs::write(&text, "no PEM").unwrap();
    let trusting = || Tls::new().ca_file(authority.file());
    for (tls, named) in [
        (Tls::new().ca_file("missing.pem"), "missing.pem"),
        (Tls::new().ca_file(&text), "text.pem"),
        (trusting().certificate("missing.pem", &key), "missing.pem"),
        (trusting().certificate(&chain, "missing.pem"), "missing.pem"),
        (trusting().certificate(&chain, &text), ""),
        (trusting().certificate(&text, &key), ""),
    ] {
        let built = Client::builder("127.0.0.1:50051").tls(tls).build();
        let error = built.unwrap_err().to_string();
        assert!(error.contains(named), "{error}");
    }
}
