// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_TLS_SHIM_H
#define RECADO_TLS_SHIM_H

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <stdlib.h>
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
    wire->send_flags = MSG_NOSIGNAL;
    wire->first_byte = -1;
    BIO_set_data(bio, wire);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    return wire;
}

#endif
