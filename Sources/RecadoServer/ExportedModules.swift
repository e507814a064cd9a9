// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A server's file declares endpoints and answers them: it imports RecadoServer alone.

@_exported public import RecadoCredentials
@_exported public import RecadoEndpoints
