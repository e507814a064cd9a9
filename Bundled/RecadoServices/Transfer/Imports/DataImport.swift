// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
public import RecadoStore
import Synchronization

/// An import, which adds the records of a file to the database.
public struct DataImport: Sendable {
    /// The options of an import.
    public struct Options: Sendable {
        /// True to keep the valid records if others are refused; false by default.
        public var skipsInvalid = false
        /// The number of records in one transaction; by default all records.
        public var batchSize: Int?
        /// The position at which to resume: the line, or the number of the element in JSON and XML.
        public var start = 0
        /// The owner of films without an owner in the file.
        public var owner: String?

        /// Creates the default options.
        public init() {}
    }

    /// The progress of an import.
    public struct Progress: Sendable {
        /// The number of bytes read.
        public let bytes: Int
        /// The number of records read.
        public let records: Int
        /// The position at which to resume if the import ended here; `nil` while no records have
        /// been committed.
        public let resumption: Int?
    }

    /// The number of records between two reports of progress.
    private static let stride = 4_096
    /// The size at which a batch ends, in bytes of the file, since a batch is held in memory.
    private static let batchBytes = 1 << 26

    private let table: TransferTable
    private let format: TransferFormat
    private let options: Options

    /// Creates an import into a table, from files of a format.
    public init(_ table: TransferTable, _ format: TransferFormat, _ options: Options = Options()) {
        self.table = table
        self.format = format
        self.options = options
    }

    /// Reads a source to its end, and stores its records according to the options.
    ///
    /// - Parameters:
    ///   - source: The source of the records.
    ///   - store: The store that receives the records; its schema is brought up to date.
    ///   - progress: Called with the progress, on any thread.
    /// - Returns: The report on the records; refused records are not an error.
    /// - Throws: ``TransferError``.
    public func run(
        _ source: ImportSource,
        into store: any StoreNotifications,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws(TransferError) -> ImportReport {
        try await table.prepare(store)
        do throws(TransactionError<ImportRejection>) {
            if let size = options.batchSize {
                return try await runInBatches(of: size, source, into: store, progress)
            }
            let hasBegun = Atomic(false)
            return try await store.write { transaction throws(TransactionError<ImportRejection>) in
                let isAgain = hasBegun.exchange(true, ordering: .relaxed)
                if isAgain, case .descriptor = source { throw .failed(.error(.notRepeatable)) }
                return try importAll(source, in: transaction, progress)
            }
        } catch {
            switch error {
            case .failed(.refused(let report)): return report
            case .failed(.error(let error)): throw error
            case .store(let error): throw .store(error)
            }
        }
    }

    // MARK: - All or none

    private func importAll(
        _ source: ImportSource,
        in transaction: borrowing Transaction<ImportRejection>,
        _ progress: (Progress) -> Void
    ) throws(TransactionError<ImportRejection>) -> ImportReport {
        var report = ImportReport()
        var reader = try reader(source)
        var writer = ImportWriter(table, owner: options.owner)
        try writer.begin(in: transaction)
        while let entry = try next(&reader, &report) {
            report.read += 1
            switch entry {
            case .refusal(let refusal, _): report.refuse(refusal)
            case .row(let row):
                if let fault = try writer.insert(row, in: transaction) {
                    report.refuse(ImportRefusal(fault, line: row.line))
                } else {
                    report.kept += 1
                }
            }
            if report.read % Self.stride == 0 {
                let bytes = reader.byteCount
                progress(Progress(bytes: bytes, records: report.read, resumption: nil))
            }
        }
        report.unknownColumns = reader.unknownColumns
        try writer.end(in: transaction)
        if report.isBroken || report.refused > 0 && !options.skipsInvalid {
            report.kept = 0
            throw .failed(.refused(report))
        }
        return report
    }

    // MARK: - In parts

    /// Stores one batch of records at a time.
    ///
    /// Records before a refused record are kept, so that the import can resume at the refused
    /// record once it has been corrected.
    private func runInBatches(
        of size: Int,
        _ source: ImportSource,
        into store: any StoreNotifications,
        _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws(TransactionError<ImportRejection>) -> ImportReport {
        var report = ImportReport()
        var reader = try reader(source)
        var held: ImportEntry? = try next(&reader, &report)
        while held != nil {
            var rows: [ImportRow] = []
            var isStopped = false
            let start = held?.place
            let end = reader.byteCount + Self.batchBytes
            while let entry = held, rows.count < size, reader.byteCount < end {
                if case .refusal(let refusal, _) = entry {
                    report.refuse(refusal)
                    isStopped = !options.skipsInvalid
                }
                if isStopped { break }
                if case .row(let row) = entry { rows.append(row) }
                report.read += 1
                held = try next(&reader, &report)
            }
            let faults = try await insert(rows, into: store)
            for fault in faults { report.refuse(fault) }
            guard faults.isEmpty || options.skipsInvalid else {
                report.resumption = start
                break
            }
            report.kept += rows.count - faults.count
            report.resumption = held?.place
            if isStopped { break }
            let place = report.resumption
            progress(Progress(bytes: reader.byteCount, records: report.read, resumption: place))
        }
        report.unknownColumns = reader.unknownColumns
        return report
    }

    /// Stores some rows, or none if a row is refused and the options do not skip invalid rows.
    private func insert(
        _ rows: [ImportRow],
        into store: any StoreNotifications
    ) async throws(TransactionError<ImportRejection>) -> [ImportRefusal] {
        guard !rows.isEmpty else { return [] }
        do throws(TransactionError<ImportRejection>) {
            return try await store.write { transaction throws(TransactionError<ImportRejection>) in
                var report = ImportReport()
                var writer = ImportWriter(table, owner: options.owner)
                try writer.begin(in: transaction)
                for row in rows {
                    guard let fault = try writer.insert(row, in: transaction) else { continue }
                    report.refuse(ImportRefusal(fault, line: row.line))
                }
                try writer.end(in: transaction)
                guard report.refused == 0 || options.skipsInvalid else {
                    throw .failed(.refused(report))
                }
                return report.refusals
            }
        } catch {
            guard case .failed(.refused(let report)) = error else { throw error }
            return report.refusals
        }
    }

    // MARK: - Reading

    private func reader(
        _ source: ImportSource
    ) throws(TransactionError<ImportRejection>) -> ImportReader {
        do throws(FileError) {
            return try ImportReader(source, format, table)
        } catch {
            throw .failed(.error(.file(error)))
        }
    }

    /// Returns the next record at or after the start position.
    ///
    /// The result is `nil` at the end of the file, and also if the file is broken, which the report
    /// then records.
    private func next(
        _ reader: inout ImportReader,
        _ report: inout ImportReport
    ) throws(TransactionError<ImportRejection>) -> ImportEntry? {
        do throws(ImportStop) {
            while let entry = try reader.next() {
                if entry.place >= options.start { return entry }
            }
            return nil
        } catch {
            switch error {
            case .unreadable(let failure): throw .failed(.error(.file(failure)))
            case .malformed(let failure):
                report.isBroken = true
                let fault = ImportError(failure.message)
                report.refuse(ImportRefusal(fault, line: failure.line ?? 1))
                return nil
            }
        }
    }
}

/// The reason why an import, or a transaction of it, is abandoned.
enum ImportRejection: Error {
    case refused(ImportReport)
    case error(TransferError)
}
