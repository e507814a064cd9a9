// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Declarations use the types of HTTP, the options of the formats, the shapes of models, and pages.

@_exported public import RecadoCoding
@_exported public import RecadoHTML
@_exported public import RecadoHTTP
@_exported public import RecadoMultipart
@_exported public import RecadoSchemas
