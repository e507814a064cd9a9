// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The current row of a running statement.
package protocol RowSource: AnyObject {
    /// The number of columns.
    var columnCount: Int { get }

    /// Finds the first column with a name, compared as it was written.
    func column(named name: String) -> Int?

    /// Reads a column.
    func value(at column: Int) -> SQLValue

    /// The text of the running statement, for errors.
    var sql: String { get }
}
