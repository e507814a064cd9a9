// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Exported because a file that uses credentials also declares a caller, which needs this module.

@_exported public import RecadoEndpoints
