// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_TLS_SHIM_H
#define RECADO_TLS_SHIM_H

// The digests of one call alone are fast enough for every answer: those behind EVP look their
// algorithm up and ask for memory each time. They are deprecated, not withdrawn.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// The socket under a session. OpenSSL's own BIO for sockets writes without MSG_NOSIGNAL, cannot say
// that more follows, and does not tell whether a read has taken everything.
typedef struct {
    int descriptor;
    // The flags of the next send.
    int send_flags;
    // The first byte that has come, by which HTTP in the clear is known; -1 before.
    int first_byte;
    // Whether the last read has taken everything that had come.
    int is_drained;
    int has_ended;
} recado_tls_wire;

static inline int recado_tls_wire_read(BIO *bio, char *bytes, int count) {
    recado_tls_wire *wire = (recado_tls_wire *)BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    ssize_t received = recv(wire->descriptor, bytes, (size_t)count, 0);
    wire->is_drained = received < count;
    if (received > 0) {
        if (wire->first_byte < 0) wire->first_byte = (unsigned char)bytes[0];
    } else if (received == 0) {
        wire->has_ended = 1;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
        BIO_set_retry_read(bio);
    }
    return (int)received;
}

static inline int recado_tls_wire_write(BIO *bio, const char *bytes, int count) {
    recado_tls_wire *wire = (recado_tls_wire *)BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    ssize_t sent = send(wire->descriptor, bytes, (size_t)count, wire->send_flags);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        BIO_set_retry_write(bio);
    }
    return (int)sent;
}

static inline long recado_tls_wire_control(BIO *bio, int command, long number, void *pointer) {
    (void)number;
    (void)pointer;
    switch (command) {
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_EOF: return ((recado_tls_wire *)BIO_get_data(bio))->has_ended;
    default: return 0;
    }
}

static inline int recado_tls_wire_destroy(BIO *bio) {
    free(BIO_get_data(bio));
    BIO_set_data(bio, NULL);
    return 1;
}

static inline BIO_METHOD *_Nullable recado_tls_wire_method(void) {
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "recado");
    if (method == NULL) return NULL;
    BIO_meth_set_read(method, recado_tls_wire_read);
    BIO_meth_set_write(method, recado_tls_wire_write);
    BIO_meth_set_ctrl(method, recado_tls_wire_control);
    BIO_meth_set_destroy(method, recado_tls_wire_destroy);
    return method;
}

// Says of what is sent from now on whether more follows at once. Without MSG_NOSIGNAL a client that
// has gone would end the process by SIGPIPE.
static inline void recado_tls_announce(recado_tls_wire *_Nonnull wire, int more_follows) {
    wire->send_flags = 0;
#ifdef MSG_NOSIGNAL
    wire->send_flags |= MSG_NOSIGNAL;
#endif
#ifdef MSG_MORE
    wire->send_flags |= more_follows ? MSG_MORE : 0;
#endif
    (void)more_follows;
}

// Gives a session a socket, which it does not own.
static inline recado_tls_wire *_Nullable recado_tls_attach(
    SSL *_Nonnull ssl, const BIO_METHOD *_Nonnull method, int descriptor) {
    recado_tls_wire *wire = (recado_tls_wire *)calloc(1, sizeof(recado_tls_wire));
    BIO *bio = wire == NULL ? NULL : BIO_new(method);
    if (bio == NULL) {
        free(wire);
        return NULL;
    }
    wire->descriptor = descriptor;
    recado_tls_announce(wire, 0);
    wire->first_byte = -1;
    BIO_set_data(bio, wire);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    return wire;
}

// Options, modes and callbacks are set by macros, most of which Swift does not import.

// Gives a context the rules that all have. TLS 1.2 is left with forward-secret, authenticated ciphers;
// the suites of TLS 1.3 all are. Returns 1, or 0 when the library knows one of them not.
static inline int recado_tls_configure(SSL_CTX *_Nonnull context, int minimum_version) {
    SSL_CTX_set_options(
        context,
        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE
            | SSL_OP_PRIORITIZE_CHACHA | SSL_OP_SINGLE_ECDH_USE
            // Content is framed, so that HTTP itself notices when some is missing.
            | SSL_OP_IGNORE_UNEXPECTED_EOF);
    // A buffer is a matter of one call: an idle session owns none.
    SSL_CTX_set_mode(
        context,
        SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
            | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_read_ahead(context, 1);
    // Tickets hold what sessions need to be resumed; nothing is stored here.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 1);
    SSL_CTX_set_security_level(context, 2);
    SSL_CTX_set_verify_depth(context, 8);
    return SSL_CTX_set_min_proto_version(context, minimum_version)
        && SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20")
        && SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384");
}

// Gives a context the rules that all clients have; the ciphers are those that the library finds
// secure. Returns 1, or 0 when the version is not known.
static inline int recado_tls_configure_client(SSL_CTX *_Nonnull context, int minimum_version) {
    SSL_CTX_set_options(
        context,
        // The end of a connection without a farewell may cut content off, and is an error.
        SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(
        context,
        SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE
            | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // Tickets come before an answer: a read that stopped behind them would leave it unread.
    SSL_CTX_set_mode(context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_read_ahead(context, 1);
    // Sessions are handed out to be kept by the caller.
    SSL_CTX_set_session_cache_mode(
        context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    return (int)SSL_CTX_set_min_proto_version(context, minimum_version);
}

typedef int (*recado_tls_name_callback)(
    SSL *_Nullable ssl, int *_Nullable alert, void *_Nullable context);
typedef int (*recado_tls_ticket_callback)(
    SSL *_Nullable ssl, unsigned char *_Nullable name, unsigned char *_Nullable vector,
    EVP_CIPHER_CTX *_Nullable cipher, EVP_MAC_CTX *_Nullable mac, int seals);

static inline void recado_tls_on_name(
    SSL_CTX *_Nonnull context, recado_tls_name_callback _Nonnull callback,
    void *_Nonnull argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

static inline void recado_tls_on_ticket(
    SSL_CTX *_Nonnull context, recado_tls_ticket_callback _Nonnull callback) {
    SSL_CTX_set_tlsext_ticket_key_evp_cb(context, callback);
}

// Readies a ticket's cipher, AES-256-CBC, and its HMAC-SHA256; each of the keys has 32 bytes.
static inline int recado_tls_key_ticket(
    EVP_CIPHER_CTX *_Nonnull cipher, EVP_MAC_CTX *_Nonnull mac, const unsigned char *_Nonnull key,
    const unsigned char *_Nonnull mac_key, const unsigned char *_Nonnull vector, int seals) {
    OSSL_PARAM parameters[3] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)mac_key, 32),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, key, vector, seals)
        && EVP_MAC_CTX_set_params(mac, parameters);
}

static inline int recado_tls_add_to_chain(SSL_CTX *_Nonnull context, X509 *_Nonnull certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

// The text of a name as RFC 2253 writes it, which is the caller's to free; NULL without memory.
static inline char *_Nullable recado_tls_name_text(
    const X509_NAME *_Nonnull name, int *_Nonnull count) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio == NULL) return NULL;
    X509_NAME_print_ex(bio, name, 0, (XN_FLAG_RFC2253 & ~(unsigned long)ASN1_STRFLGS_ESC_MSB));
    char *bytes = NULL;
    long size = BIO_get_mem_data(bio, &bytes);
    char *text = (char *)malloc((size_t)size + 1);
    if (text != NULL) {
        for (long at = 0; at < size; at += 1) text[at] = bytes[at];
        *count = (int)size;
    }
    BIO_free(bio);
    return text;
}

// Stacks are typed by macros; these are the ones for names.
static inline int recado_tls_names_count(const GENERAL_NAMES *_Nonnull names) {
    return sk_GENERAL_NAME_num(names);
}

// The bytes of one of a certificate's other names; its kind is GEN_DNS, GEN_EMAIL, GEN_URI or
// GEN_IPADD, and -1 for one that is none of these.
static inline int recado_tls_name(
    const GENERAL_NAMES *_Nonnull names, int index, const unsigned char *_Nullable *_Nonnull bytes,
    int *_Nonnull count) {
    int kind = -1;
    const void *value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names, index), &kind);
    if (kind != GEN_DNS && kind != GEN_EMAIL && kind != GEN_URI && kind != GEN_IPADD) return -1;
    *bytes = ASN1_STRING_get0_data((const ASN1_STRING *)value);
    *count = ASN1_STRING_length((const ASN1_STRING *)value);
    return kind;
}

static inline GENERAL_NAMES *_Nullable recado_tls_names(const X509 *_Nonnull certificate) {
    return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

// The certificates that a peer has presented, as they came.
static inline int recado_tls_chain_count(const SSL *_Nonnull ssl) {
    const STACK_OF(X509) *chain = SSL_get_peer_cert_chain(ssl);
    return chain == NULL ? 0 : sk_X509_num(chain);
}

static inline X509 *_Nullable recado_tls_chain_certificate(const SSL *_Nonnull ssl, int index) {
    return sk_X509_value(SSL_get_peer_cert_chain(ssl), index);
}

// Seconds since 1970 of a certificate's time; 0 when it is none.
static inline int64_t recado_tls_seconds(const ASN1_TIME *_Nonnull time) {
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0, seconds = 0;
    int is_known = epoch != NULL && ASN1_TIME_diff(&days, &seconds, epoch, time);
    ASN1_TIME_free(epoch);
    return is_known ? (int64_t)days * 86400 + seconds : 0;
}

// EVP_PKEY_Q_keygen is variadic, and EVP_EC_gen a macro over it.
static inline EVP_PKEY *_Nullable recado_tls_make_key(void) { return EVP_EC_gen("P-256"); }

static inline int recado_tls_add_extension(
    X509 *_Nonnull certificate, X509 *_Nonnull issuer, int kind, const char *_Nonnull value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    int is_added = extension != NULL && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

static inline long recado_tls_memory_bytes(
    BIO *_Nonnull bio, const unsigned char *_Nullable *_Nonnull bytes) {
    return BIO_get_mem_data(bio, (char **)bytes);
}

// Names the host that is wanted: in the handshake, unless it is an address, and for its certificate.
static inline int recado_tls_name_host(SSL *_Nonnull ssl, const char *_Nonnull host, int is_address) {
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    if (is_address) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host);
    return (int)SSL_set_tlsext_host_name(ssl, host) && SSL_set1_host(ssl, host);
}

// Lets a session's bytes go by another session, which it does not own.
static inline int recado_tls_attach_within(SSL *_Nonnull ssl, SSL *_Nonnull outer) {
    BIO *bio = BIO_new(BIO_f_ssl());
    if (bio == NULL) return 0;
    BIO_set_ssl(bio, outer, BIO_NOCLOSE);
    SSL_set_bio(ssl, bio, bio);
    return 1;
}

// Gives a context the certificate, the key and the chain of a file in PKCS #12.
static inline int recado_tls_use_pkcs12(
    SSL_CTX *_Nonnull context, const unsigned char *_Nonnull bytes, long count,
    const char *_Nonnull passphrase) {
    BIO *bio = BIO_new_mem_buf(bytes, (int)count);
    PKCS12 *file = bio == NULL ? NULL : d2i_PKCS12_bio(bio, NULL);
    BIO_free(bio);
    EVP_PKEY *key = NULL;
    X509 *certificate = NULL;
    STACK_OF(X509) *chain = NULL;
    int is_read = file != NULL && PKCS12_parse(file, passphrase, &key, &certificate, &chain);
    int is_used = is_read && certificate != NULL && key != NULL
        && SSL_CTX_use_cert_and_key(context, certificate, key, chain, 1);
    PKCS12_free(file);
    EVP_PKEY_free(key);
    X509_free(certificate);
    sk_X509_pop_free(chain, X509_free);
    return is_used;
}

// Without a passphrase the library would ask for one on the terminal.
static inline int recado_tls_passphrase(char *buffer, int size, int writes, void *passphrase) {
    (void)writes;
    size_t count = strlen((const char *)passphrase);
    if (count > (size_t)size) return -1;
    memcpy(buffer, passphrase, count);
    return (int)count;
}

static inline EVP_PKEY *_Nullable recado_tls_read_key(
    const unsigned char *_Nonnull bytes, long count, const char *_Nonnull passphrase) {
    BIO *bio = BIO_new_mem_buf(bytes, (int)count);
    if (bio == NULL) return NULL;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, recado_tls_passphrase, (void *)passphrase);
    BIO_free(bio);
    return key;
}

#endif
