// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Declarations are made of the words of HTTP and of the formats' options.

@_exported public import RecadoCoding
@_exported public import RecadoHTTP
