// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Exported because a server's file also declares endpoints, so that it has to import only
// RecadoServer.

@_exported public import RecadoCredentials
@_exported public import RecadoEndpoints
