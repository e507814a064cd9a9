// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_ARGON2_SHIM_H
#define RECADO_ARGON2_SHIM_H

#include <argon2.h>

#endif
