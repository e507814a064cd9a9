// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Where a database is.
enum DatabaseLocation: Sendable, Equatable {
    case file(String)
    case memory
}
