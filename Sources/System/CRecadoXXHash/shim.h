// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_XXHASH_SHIM_H
#define RECADO_XXHASH_SHIM_H

#include <xxhash.h>

#endif
