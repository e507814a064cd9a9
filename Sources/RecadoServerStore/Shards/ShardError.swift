// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason why databases cannot be those among which data is divided; places count from 0.
public enum ShardError: Error, Hashable, CustomStringConvertible {
    /// The database in a place had another one before, or was one of more or fewer.
    case moved(place: Int, from: Int, count: Int)
    /// The database in a place, which is new there, has rows that belong to others.
    case misplacedRows(place: Int)

    /// The place of the database.
    public var place: Int {
        switch self {
        case .moved(let place, _, _), .misplacedRows(let place): place
        }
    }

    /// The reason, in one line.
    public var description: String {
        switch self {
        case .moved(let place, let former, let count):
            "database \(place + 1) was number \(former + 1) of \(count) before"
        case .misplacedRows(let place): "database \(place + 1) has rows that belong to others"
        }
    }
}
