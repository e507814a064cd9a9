// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// These modules are re-exported, because declarations of endpoints use their types.

@_exported public import RecadoCoding
@_exported public import RecadoHTML
@_exported public import RecadoHTTP
@_exported public import RecadoMultipart
@_exported public import RecadoSchemas
