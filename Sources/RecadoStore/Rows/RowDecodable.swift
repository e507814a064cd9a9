// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type that can be created from a row.
///
/// ```swift
/// extension Film: RowDecodable {
///     init(row: borrowing Row) throws(StoreError) {
///         id = try row["id"]
///         title = try row["title"]
///     }
/// }
///
/// let films: [Film] = try transaction.all("SELECT id, title FROM film")
/// ```
public protocol RowDecodable {
    /// Creates an instance from a row.
    ///
    /// - Parameter row: The row, which is valid only during the call.
    /// - Throws: A ``StoreError`` when a column is missing or does not fit.
    init(row: borrowing Row) throws(StoreError)
}
