// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error for databases that cannot be shards in the given order; a place is a position in that
/// order, from 0.
public enum ShardError: Error, Hashable, CustomStringConvertible {
    /// The database at a place has recorded another place, or another number of databases.
    case moved(place: Int, from: Int, count: Int)
    /// The database at a place, which is new there, has rows that belong to other places.
    case misplacedRows(place: Int)

    /// The place of the database.
    public var place: Int {
        switch self {
        case .moved(let place, _, _), .misplacedRows(let place): place
        }
    }

    /// A description of the error, in one line.
    public var description: String {
        switch self {
        case .moved(let place, let former, let count):
            "database \(place + 1) was number \(former + 1) of \(count) before"
        case .misplacedRows(let place): "database \(place + 1) has rows that belong to others"
        }
    }
}
