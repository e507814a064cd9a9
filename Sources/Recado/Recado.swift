// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// This module has no declarations of its own; an app imports it instead of the modules below.

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
