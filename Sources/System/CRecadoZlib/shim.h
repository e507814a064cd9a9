// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_ZLIB_SHIM_H
#define RECADO_ZLIB_SHIM_H

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

// inflateInit2 and deflateInit2 are macros, and z_stream counts in types of its own.

static inline z_stream *_Nullable recado_inflate_create(int window_bits) {
    z_stream *stream = (z_stream *)calloc(1, sizeof(z_stream));
    if (stream == NULL) return NULL;
    if (inflateInit2(stream, window_bits) == Z_OK) return stream;
    free(stream);
    return NULL;
}

// Decodes as much as fits; leaves in the counts what was taken and what was written.
static inline int recado_inflate(
    z_stream *_Nonnull stream, const uint8_t *_Nullable input, uint32_t *_Nonnull input_count,
    uint8_t *_Nullable output, uint32_t *_Nonnull output_count) {
    stream->next_in = (Bytef *)input;
    stream->avail_in = *input_count;
    stream->next_out = output;
    stream->avail_out = *output_count;
    int result = inflate(stream, Z_NO_FLUSH);
    *input_count -= stream->avail_in;
    *output_count -= stream->avail_out;
    return result;
}

static inline void recado_inflate_destroy(z_stream *_Nonnull stream) {
    inflateEnd(stream);
    free(stream);
}

static inline z_stream *_Nullable recado_deflate_create(int level, int window_bits) {
    z_stream *stream = (z_stream *)calloc(1, sizeof(z_stream));
    if (stream == NULL) return NULL;
    if (deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK) return stream;
    free(stream);
    return NULL;
}

// Encodes as much as fits, and flushes it as zlib's constants say; leaves in the counts what was taken
// and what was written.
static inline int recado_deflate(
    z_stream *_Nonnull stream, const uint8_t *_Nullable input, uint32_t *_Nonnull input_count,
    uint8_t *_Nullable output, uint32_t *_Nonnull output_count, int flush) {
    stream->next_in = (Bytef *)input;
    stream->avail_in = *input_count;
    stream->next_out = output;
    stream->avail_out = *output_count;
    int result = deflate(stream, flush);
    *input_count -= stream->avail_in;
    *output_count -= stream->avail_out;
    return result;
}

// Forgets what has been encoded.
static inline void recado_deflate_reset(z_stream *_Nonnull stream) { deflateReset(stream); }

static inline void recado_deflate_destroy(z_stream *_Nonnull stream) {
    deflateEnd(stream);
    free(stream);
}

#endif
