// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include <libxml/parser.h>
