// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore
import Synchronization

/// An export, which writes all rows of a table to a file, from one snapshot of the database.
public struct DataExport: Sendable {
    private let table: TransferTable
    private let format: TransferFormat

    /// Creates an export of a table in a format.
    public init(_ table: TransferTable, _ format: TransferFormat) {
        self.table = table
        self.format = format
    }

    /// Writes to a file, which appears under its name only when it is complete, or to standard
    /// output.
    ///
    /// - Parameters:
    ///   - store: The store of the records; its schema is brought up to date.
    ///   - path: The file; `nil` for standard output.
    ///   - replacing: True to replace an existing file.
    ///   - shown: Converts whole lines to text that is safe for a terminal; by default the text is
    ///     written unchanged.
    /// - Returns: The number of records.
    /// - Throws: ``TransferError``, in which case no file is left behind.
    public func run(
        from store: any Store,
        to path: String?,
        replacing: Bool = false,
        shown: (@Sendable (String) -> String)? = nil
    ) async throws(TransferError) -> Int {
        try await table.prepare(store)
        guard let path else { return try await write(from: store, to: 1, shown) }
        let file = try NewFile(path)
        let count = try await write(from: store, to: file.descriptor, shown)
        try file.settle(replacing: replacing)
        return count
    }

    private func write(
        from store: any Store,
        to descriptor: Int32,
        _ shown: (@Sendable (String) -> String)?
    ) async throws(TransferError) -> Int {
        let hasBegun = Atomic(false)
        do throws(TransactionError<TransferError>) {
            return try await store.read { transaction throws(TransactionError<TransferError>) in
                if hasBegun.exchange(true, ordering: .relaxed) { throw .failed(.notRepeatable) }
                var writer = ExportWriter(table, format, descriptor, shown)
                try writer.begin()
                try transaction.forEach(table.selection) { row in try writer.write(row) }
                return try writer.end()
            }
        } catch {
            throw error.transferError
        }
    }
}
