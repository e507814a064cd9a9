// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_CURL_SHIM_H
#define RECADO_CURL_SHIM_H

#include <curl/curl.h>
#include <netdb.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
// The Glibc module knows neither of these.
#include <sys/epoll.h>
#include <sys/eventfd.h>

// libcurl's setopt and getinfo are variadic, which Swift does not import: a typed wrapper for each
// type of argument. The parentheses step around the type-checking macros of the same names.

typedef size_t (*recado_curl_data_callback)(
    char *_Nullable data, size_t size, size_t count, void *_Nullable context);
typedef int (*recado_curl_seek_callback)(void *_Nullable context, curl_off_t offset, int origin);
typedef int (*recado_curl_prerequest_callback)(
    void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port,
    int local_port);
typedef int (*recado_curl_debug_callback)(
    CURL *_Nonnull easy, curl_infotype kind, char *_Nullable data, size_t count,
    void *_Nullable context);
typedef int (*recado_curl_resolver_callback)(
    void *_Nullable resolver, void *_Nullable reserved, void *_Nullable context);
typedef curl_socket_t (*recado_curl_open_callback)(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nullable address);
typedef int (*recado_curl_close_callback)(void *_Nullable context, curl_socket_t socket);
typedef int (*recado_curl_socket_callback)(
    CURL *_Nullable easy, curl_socket_t socket, int what, void *_Nullable context,
    void *_Nullable assigned);
typedef int (*recado_curl_timer_callback)(
    CURLM *_Nullable multi, long milliseconds, void *_Nullable context);

static inline CURLcode recado_curl_set_number(CURL *_Nonnull easy, CURLoption option, long value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode recado_curl_set_size(
    CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode recado_curl_set_text(
    CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode recado_curl_set_pointer(
    CURL *_Nonnull easy, CURLoption option, const void *_Nullable value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode recado_curl_set_list(
    CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode recado_curl_set_data_callback(
    CURL *_Nonnull easy, CURLoption option, recado_curl_data_callback _Nullable value) {
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode recado_curl_set_seek_callback(
    CURL *_Nonnull easy, recado_curl_seek_callback _Nullable value) {
    return (curl_easy_setopt)(easy, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode recado_curl_set_prerequest_callback(
    CURL *_Nonnull easy, recado_curl_prerequest_callback _Nullable value) {
    return (curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode recado_curl_set_debug_callback(
    CURL *_Nonnull easy, recado_curl_debug_callback _Nullable value) {
    return (curl_easy_setopt)(easy, CURLOPT_DEBUGFUNCTION, value);
}

static inline CURLcode recado_curl_set_resolver_callback(
    CURL *_Nonnull easy, recado_curl_resolver_callback _Nullable value) {
    return (curl_easy_setopt)(easy, CURLOPT_RESOLVER_START_FUNCTION, value);
}

// The bytes are not copied: they have to outlive the handle.
static inline CURLcode recado_curl_set_blob(
    CURL *_Nonnull easy, CURLoption option, const void *_Nonnull bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_NOCOPY};
    return (curl_easy_setopt)(easy, option, &blob);
}

static inline CURLcode recado_curl_set_open_callback(
    CURL *_Nonnull easy, recado_curl_open_callback _Nullable value) {
    return (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode recado_curl_set_close_callback(
    CURL *_Nonnull easy, recado_curl_close_callback _Nullable value) {
    return (curl_easy_setopt)(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLcode recado_curl_get_size(
    CURL *_Nonnull easy, CURLINFO info, curl_off_t *_Nonnull value) {
    return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode recado_curl_get_number(
    CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
    return (curl_easy_getinfo)(easy, info, value);
}

static inline const char *_Nullable recado_curl_get_text(CURL *_Nonnull easy, CURLINFO info) {
    char *value = NULL;
    (curl_easy_getinfo)(easy, info, &value);
    return value;
}

static inline const struct curl_certinfo *_Nullable recado_curl_get_certificates(
    CURL *_Nonnull easy) {
    struct curl_certinfo *value = NULL;
    (curl_easy_getinfo)(easy, CURLINFO_CERTINFO, &value);
    return value;
}

static inline curl_socket_t recado_curl_get_socket(CURL *_Nonnull easy) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    (curl_easy_getinfo)(easy, CURLINFO_ACTIVESOCKET, &socket);
    return socket;
}

static inline void *_Nullable recado_curl_get_private(CURL *_Nonnull easy) {
    void *value = NULL;
    (curl_easy_getinfo)(easy, CURLINFO_PRIVATE, &value);
    return value;
}

// What handles of one thread share: the addresses that were looked up.
static inline CURLSH *_Nullable recado_curl_make_share(void) {
    CURLSH *share = curl_share_init();
    if (share) (curl_share_setopt)(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    return share;
}

static inline CURLMcode recado_curl_multi_set_number(
    CURLM *_Nonnull multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode recado_curl_multi_set_pointer(
    CURLM *_Nonnull multi, CURLMoption option, const void *_Nullable value) {
    return (curl_multi_setopt)(multi, option, value);
}

static inline CURLMcode recado_curl_multi_set_socket_callback(
    CURLM *_Nonnull multi, recado_curl_socket_callback _Nullable value) {
    return (curl_multi_setopt)(multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode recado_curl_multi_set_timer_callback(
    CURLM *_Nonnull multi, recado_curl_timer_callback _Nullable value) {
    return (curl_multi_setopt)(multi, CURLMOPT_TIMERFUNCTION, value);
}

// A message holds a union; this flattens it, and passes over messages that tell no end.
static inline CURL *_Nullable recado_curl_next_finished(
    CURLM *_Nonnull multi, CURLcode *_Nonnull result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

// Opens the socket that libcurl wants, closed in programs that this one starts.
static inline curl_socket_t recado_curl_open_socket(
    const struct curl_sockaddr *_Nonnull address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// The numbers of an address, which is a union of structures; 0 if it has some.
static inline int recado_curl_name_address(
    const struct curl_sockaddr *_Nonnull address, char *_Nonnull host, size_t host_size,
    char *_Nonnull port, size_t port_size) {
    if (address->family == AF_UNIX) return -1;
    return getnameinfo(
        &address->addr, address->addrlen, host, (socklen_t)host_size, port, (socklen_t)port_size,
        NI_NUMERICHOST | NI_NUMERICSERV);
}

// The Glibc module hides it, for it is an extension of GNU.
int pthread_setname_np(pthread_t thread, const char *name);
static inline void recado_name_thread(const char *_Nonnull name) {
    pthread_setname_np(pthread_self(), name);
}

// What a handshake of TLS settles besides TLS. libcurl would keep the bytes of HTTP/2 for itself if it
// offered that version; its OpenSSL offers it here.
typedef struct {
    int offers_http2;
    // The protocol that the host has chosen: 2 for HTTP/2, 1 for another, 0 for none.
    int chosen;
    // The authorities that were read for an earlier connection; or else those that are read for this one.
    X509_STORE *_Nullable authorities;
} recado_curl_handshake;

static inline void recado_curl_note_handshake(const SSL *ssl, int place, int result) {
    (void)result;
    if ((place & SSL_CB_HANDSHAKE_DONE) == 0) return;
    recado_curl_handshake *handshake =
        (recado_curl_handshake *)SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
    const unsigned char *name = NULL;
    unsigned length = 0;
    SSL_get0_alpn_selected(ssl, &name, &length);
    if (handshake == NULL || length == 0) return;
    handshake->chosen = length == 2 && memcmp(name, "h2", 2) == 0 ? 2 : 1;
}

static inline CURLcode recado_curl_prepare_handshake(CURL *easy, void *tls, void *settled) {
    (void)easy;
    SSL_CTX *context = (SSL_CTX *)tls;
    recado_curl_handshake *handshake = (recado_curl_handshake *)settled;
    static const unsigned char protocols[] = "\x02h2\x08http/1.1";
    unsigned skipped = handshake->offers_http2 ? 0 : 3;
    if (SSL_CTX_set_alpn_protos(context, protocols + skipped, 12 - skipped) != 0) {
        return CURLE_OUT_OF_MEMORY;
    }
    // What could not be sent may have moved when it is sent again.
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    // Records are read with what has come behind them, instead of in two steps each.
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, 65536);
    SSL_CTX_set_app_data(context, handshake);
    SSL_CTX_set_info_callback(context, recado_curl_note_handshake);
    if (handshake->authorities) {
        SSL_CTX_set1_cert_store(context, handshake->authorities);
    } else {
        handshake->authorities = SSL_CTX_get_cert_store(context);
        X509_STORE_up_ref(handshake->authorities);
    }
    return CURLE_OK;
}

// Lets a handshake be settled so; what is settled has to outlive the connection.
static inline CURLcode recado_curl_set_handshake(
    CURL *_Nonnull easy, recado_curl_handshake *_Nonnull handshake) {
    (curl_easy_setopt)(easy, CURLOPT_SSL_ENABLE_ALPN, 0L);
    (curl_easy_setopt)(easy, CURLOPT_SSL_CTX_DATA, handshake);
    return (curl_easy_setopt)(
        easy, CURLOPT_SSL_CTX_FUNCTION, recado_curl_prepare_handshake);
}

// Macros with casts, which Swift does not import.
static const size_t recado_curl_write_pause = CURL_WRITEFUNC_PAUSE;
static const size_t recado_curl_read_pause = CURL_READFUNC_PAUSE;
static const size_t recado_curl_read_abort = CURL_READFUNC_ABORT;
static const curl_socket_t recado_curl_socket_timeout = CURL_SOCKET_TIMEOUT;
static const long recado_curl_auth_basic = (long)CURLAUTH_BASIC;
static const long recado_curl_global_all = (long)CURL_GLOBAL_ALL;

// epoll's event holds a union, and its structure is packed.
static inline int recado_epoll_control(int epoll, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline int recado_epoll_descriptor(const struct epoll_event *_Nonnull event) {
    return event->data.fd;
}

static inline uint32_t recado_epoll_events(const struct epoll_event *_Nonnull event) {
    return event->events;
}

static const uint32_t recado_epoll_in = EPOLLIN;
static const uint32_t recado_epoll_out = EPOLLOUT;

#endif
