// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A file of an app imports this module alone. It has no declaration of its own.

@_exported public import RecadoAuthentication
@_exported public import RecadoClient
@_exported public import RecadoCredentials
@_exported public import RecadoDescriptions
@_exported public import RecadoEndpoints

#if canImport(Darwin)
@_exported public import RecadoURLSession
#else
@_exported public import RecadoSockets
#endif
