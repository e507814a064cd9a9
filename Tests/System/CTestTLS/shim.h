// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef TEST_TLS_SHIM_H
#define TEST_TLS_SHIM_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

// The client's side of a session whose bytes stay in memory, for the tests to send as they like.
typedef struct {
    SSL *ssl;
    // What the client has to send, and what it has received.
    BIO *output;
    BIO *input;
} test_tls_client;

static inline BIO *test_tls_text(const char *text) { return BIO_new_mem_buf(text, -1); }

static inline void test_tls_trust(SSL_CTX *context, const char *authority) {
    BIO *bio = test_tls_text(authority);
    X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    if (certificate != NULL) X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate);
    X509_free(certificate);
    BIO_free(bio);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
}

static inline void test_tls_identify(SSL_CTX *context, const char *chain, const char *key) {
    BIO *bio = test_tls_text(chain);
    X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    SSL_CTX_use_certificate(context, certificate);
    X509_free(certificate);
    BIO_free(bio);
    bio = test_tls_text(key);
    EVP_PKEY *private_key = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
    SSL_CTX_use_PrivateKey(context, private_key);
    EVP_PKEY_free(private_key);
    BIO_free(bio);
}

// Texts may be NULL; versions are 0 for the library's own.
static inline test_tls_client *_Nullable test_tls_make(
    const char *_Nullable host, const char *_Nullable authority, const char *_Nullable chain,
    const char *_Nullable key, int version, const char *_Nullable ciphers) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    // Old versions are for the server to refuse, not for the client.
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_min_proto_version(context, version == 0 ? TLS1_2_VERSION : version);
    SSL_CTX_set_max_proto_version(context, version);
    if (ciphers != NULL) SSL_CTX_set_cipher_list(context, ciphers);
    if (authority != NULL) test_tls_trust(context, authority);
    if (chain != NULL && key != NULL) test_tls_identify(context, chain, key);
    test_tls_client *client = (test_tls_client *)calloc(1, sizeof(test_tls_client));
    client->ssl = SSL_new(context);
    SSL_CTX_free(context);
    client->input = BIO_new(BIO_s_mem());
    client->output = BIO_new(BIO_s_mem());
    BIO_set_mem_eof_return(client->input, -1);
    SSL_set_bio(client->ssl, client->input, client->output);
    if (host != NULL) {
        SSL_set_tlsext_host_name(client->ssl, host);
        if (authority != NULL) SSL_set1_host(client->ssl, host);
    }
    SSL_set_connect_state(client->ssl);
    return client;
}

static inline void test_tls_free(test_tls_client *_Nonnull client) {
    // Otherwise the library takes the session for a broken one, which is not resumed again.
    SSL_set_shutdown(client->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(client->ssl);
    free(client);
}

static inline int test_tls_shake_hands(test_tls_client *_Nonnull client) {
    ERR_clear_error();
    return SSL_get_error(client->ssl, SSL_do_handshake(client->ssl));
}

// The number of bytes, or less than 0: the negative of the error.
static inline int test_tls_read(
    test_tls_client *_Nonnull client, void *_Nonnull bytes, int count) {
    ERR_clear_error();
    int result = SSL_read(client->ssl, bytes, count);
    return result > 0 ? result : -SSL_get_error(client->ssl, result);
}

static inline int test_tls_write(
    test_tls_client *_Nonnull client, const void *_Nonnull bytes, int count) {
    ERR_clear_error();
    int result = SSL_write(client->ssl, bytes, count);
    return result > 0 ? result : -SSL_get_error(client->ssl, result);
}

// Takes what is to be sent.
static inline int test_tls_take(
    test_tls_client *_Nonnull client, void *_Nonnull bytes, int count) {
    return BIO_read(client->output, bytes, count);
}

// Gives what has been received.
static inline void test_tls_give(
    test_tls_client *_Nonnull client, const void *_Nonnull bytes, int count) {
    BIO_write(client->input, bytes, count);
}

static inline void test_tls_close(test_tls_client *_Nonnull client) { SSL_shutdown(client->ssl); }

static inline int test_tls_renegotiate(test_tls_client *_Nonnull client) {
    return SSL_renegotiate(client->ssl);
}

static inline int test_tls_update_key(test_tls_client *_Nonnull client) {
    return SSL_key_update(client->ssl, SSL_KEY_UPDATE_REQUESTED);
}

static inline void test_tls_offer(
    test_tls_client *_Nonnull client, const unsigned char *_Nonnull protocols,
    unsigned int count) {
    SSL_set_alpn_protos(client->ssl, protocols, count);
}

// The name of the last error on this thread.
static inline const char *_Nullable test_tls_error(void) {
    return ERR_reason_error_string(ERR_peek_last_error());
}

// The session, to be resumed by another client; each has one of its own to free.
static inline SSL_SESSION *_Nullable test_tls_session(test_tls_client *_Nonnull client) {
    SSL_SESSION *session = SSL_get1_session(client->ssl);
    SSL_SESSION *copy = session == NULL ? NULL : SSL_SESSION_dup(session);
    SSL_SESSION_free(session);
    return copy;
}

static inline void test_tls_resume(
    test_tls_client *_Nonnull client, SSL_SESSION *_Nonnull session) {
    SSL_set_session(client->ssl, session);
}

static inline int test_tls_is_resumed(test_tls_client *_Nonnull client) {
    return SSL_session_reused(client->ssl);
}

// The SHA-256 digest of the server's certificate, 32 bytes.
static inline int test_tls_server_digest(
    test_tls_client *_Nonnull client, unsigned char *_Nonnull digest) {
    X509 *certificate = SSL_get1_peer_certificate(client->ssl);
    if (certificate == NULL) return 0;
    unsigned int count = 32;
    int result = X509_digest(certificate, EVP_sha256(), digest, &count);
    X509_free(certificate);
    return result;
}

static inline const char *_Nonnull test_tls_cipher(test_tls_client *_Nonnull client) {
    return SSL_get_cipher_name(client->ssl);
}

#endif
