// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_YAML_SHIM_H
#define RECADO_YAML_SHIM_H

#include <yaml.h>

#endif
