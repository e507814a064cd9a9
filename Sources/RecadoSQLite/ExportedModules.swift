// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Exported because all stores share the types for transactions and migrations.

@_exported public import RecadoStore
