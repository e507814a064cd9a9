// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Declarations use the types of HTTP and the options of the formats.

@_exported public import RecadoCoding
@_exported public import RecadoHTTP
@_exported public import RecadoMultipart
