// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Transactions and migrations are the same for every store.

@_exported public import RecadoStore
