// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_HTTP2_SHIM_H
#define RECADO_HTTP2_SHIM_H

#include <nghttp2/nghttp2.h>
#include <stdlib.h>

// A field of a header section at its place among the bytes of all of them.
typedef struct {
    size_t name_start;
    size_t name_length;
    size_t value_start;
    size_t value_length;
} recado_http2_field;

// Begins a request, whose fields are copied; the number of its stream, or a negative one of an error.
static inline int32_t recado_http2_submit(
    nghttp2_session *_Nonnull session, const uint8_t *_Nonnull bytes,
    const recado_http2_field *_Nonnull fields, size_t count,
    nghttp2_data_source_read_callback _Nullable content) {
    enum { room = 128 };
    nghttp2_nv few[room];
    nghttp2_nv *pairs = few;
    if (count > room) pairs = (nghttp2_nv *)malloc(count * sizeof(nghttp2_nv));
    if (pairs == NULL) return NGHTTP2_ERR_NOMEM;
    for (size_t index = 0; index < count; index += 1) {
        pairs[index].name = (uint8_t *)bytes + fields[index].name_start;
        pairs[index].namelen = fields[index].name_length;
        pairs[index].value = (uint8_t *)bytes + fields[index].value_start;
        pairs[index].valuelen = fields[index].value_length;
        pairs[index].flags = NGHTTP2_NV_FLAG_NONE;
    }
    nghttp2_data_provider provider = {.source = {.fd = 0}, .read_callback = content};
    int32_t stream = nghttp2_submit_request(
        session, NULL, pairs, count, content == NULL ? NULL : &provider, NULL);
    if (pairs != few) free(pairs);
    return stream;
}

#endif
