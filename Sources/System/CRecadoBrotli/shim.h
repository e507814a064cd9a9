// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_BROTLI_SHIM_H
#define RECADO_BROTLI_SHIM_H

#include <brotli/decode.h>

#endif
