// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Exported so that a file that declares endpoints and serves them has to import only RecadoServer.

@_exported public import RecadoCredentials
@_exported public import RecadoEndpoints
