package referee_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
)

// authority issues certificates into a folder of the test.
type authority struct {
	folder      string
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	file        string
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{folder: t.TempDir()}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "authority of a test"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	a.file, _ = a.write(t, "authority", template)
	return a
}

// issue returns the files of a certificate for 127.0.0.1, and of its key.
func (a *authority) issue(t *testing.T, name string) (certificate, key string) {
	t.Helper()
	return a.write(t, name, &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()),
		Subject:      pkix.Name{CommonName: name},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	})
}

// write signs a template, itself if it is the first.
func (a *authority) write(t *testing.T, name string, template *x509.Certificate) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if a.key == nil {
		a.certificate, a.key = template, private
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &private.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	certificate, key = filepath.Join(a.folder, name+".pem"), filepath.Join(a.folder, name+"-key.pem")
	for file, block := range map[string]*pem.Block{
		certificate: {Type: "CERTIFICATE", Bytes: signed}, key: {Type: "PRIVATE KEY", Bytes: encoded},
	} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificate, key
}

func TestServerIsTrustedByTheAuthorityNamedOnly(t *testing.T) {
	trusted := newAuthority(t)
	certificate, key := trusted.issue(t, "server")
	target := refereetest.Start(t, "--tls-certificate", certificate, "--tls-key", key).Target

	if _, err := open(t, target, referee.WithTLS(referee.TLS{CAFile: trusted.file})).ListLexicons(t.Context()); err != nil {
		t.Error(err)
	}
	for name, options := range map[string][]referee.Option{
		"another authority":           {referee.WithTLS(referee.TLS{CAFile: newAuthority(t).file})},
		"the system's authorities":    {referee.WithTLS(referee.TLS{})},
		"plain text to a TLS address": nil,
	} {
		_, err := open(t, target, options...).ListLexicons(t.Context())
		if e := refused(t, err); e.Code != codes.Unavailable {
			t.Errorf("%s: got %v", name, e)
		}
	}
}

func TestServerThatAsksForCertificatesGetsOne(t *testing.T) {
	both := newAuthority(t)
	certificate, key := both.issue(t, "server")
	target := refereetest.Start(t,
		"--tls-certificate", certificate, "--tls-key", key, "--tls-client-ca", both.file).Target

	own := referee.TLS{CAFile: both.file}
	_, err := open(t, target, referee.WithTLS(own)).ListLexicons(t.Context())
	if e := refused(t, err); e.Code != codes.Unavailable {
		t.Errorf("without a certificate: got %v", e)
	}
	own.CertificateFile, own.KeyFile = both.issue(t, "client")
	if _, err := open(t, target, referee.WithTLS(own)).ListLexicons(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestFilesThatAreNoGoodAreNamed(t *testing.T) {
	a := newAuthority(t)
	certificate, key := a.issue(t, "client")
	noPEM := filepath.Join(t.TempDir(), "no.pem")
	if err := os.WriteFile(noPEM, []byte("not PEM"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, tls := range map[string]referee.TLS{
		"missing.pem":                    {CAFile: "missing.pem"},
		"no.pem":                         {CAFile: noPEM},
		"client certificate needs":       {CertificateFile: certificate},
		"a key its certificate":          {KeyFile: key},
		"client certificate: tls":        {CertificateFile: certificate, KeyFile: a.file},
		"client certificate: open other": {CertificateFile: "other", KeyFile: key},
	} {
		if _, err := referee.New("127.0.0.1:50051", referee.WithTLS(tls)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %v", tls, err)
		}
	}
}
