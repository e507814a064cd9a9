// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// RecadoStore is exported because its types for transactions and migrations are part of this
// module's API.

@_exported public import RecadoStore
