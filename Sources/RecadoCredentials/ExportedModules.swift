// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// This module is re-exported, because a file that uses credentials also declares a caller, which
// needs the module.

@_exported public import RecadoEndpoints
