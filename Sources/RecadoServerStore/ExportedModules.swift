// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Both are needed to use a store in handlers.

@_exported public import RecadoServer
@_exported public import RecadoStore
