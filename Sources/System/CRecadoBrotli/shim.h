// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_BROTLI_SHIM_H
#define RECADO_BROTLI_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <brotli/decode.h>
#include <brotli/encode.h>

// Encodes text and the like at once; the size is that of the room before and of the data after.
static inline bool recado_brotli_encode(
    int quality, size_t count, const uint8_t *_Nullable input, size_t *_Nonnull size,
    uint8_t *_Nullable output) {
    return BrotliEncoderCompress(
        quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, count, input, size, output) == BROTLI_TRUE;
}

#endif
