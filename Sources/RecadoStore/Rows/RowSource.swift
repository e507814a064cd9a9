// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The current row of a running statement.
package protocol RowSource: AnyObject {
    /// The number of columns.
    var columnCount: Int { get }

    /// Returns the position of the first column with this exact, case-sensitive name.
    func column(named name: String) -> Int?

    /// Reads the value of a column, by its position from zero.
    func value(at column: Int) -> SQLValue

    /// The text of the running statement, for error messages.
    var sql: String { get }
}
