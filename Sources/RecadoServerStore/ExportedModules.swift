// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Exported because handlers that use a store need both modules.

@_exported public import RecadoServer
@_exported public import RecadoStore
