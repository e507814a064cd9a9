// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Exported, because declarations of endpoints use types of these modules.

@_exported public import RecadoCoding
@_exported public import RecadoHTML
@_exported public import RecadoHTTP
@_exported public import RecadoMultipart
@_exported public import RecadoSchemas
