// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_CRYPTO_SHIM_H
#define RECADO_CRYPTO_SHIM_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#endif
