// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Declarations of endpoints use types of these modules, so that one import suffices.

@_exported public import RecadoCoding
@_exported public import RecadoHTML
@_exported public import RecadoHTTP
@_exported public import RecadoMultipart
@_exported public import RecadoSchemas
