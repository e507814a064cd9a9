// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A file that names the credentials of a caller declares the caller, too.

@_exported public import RecadoEndpoints
