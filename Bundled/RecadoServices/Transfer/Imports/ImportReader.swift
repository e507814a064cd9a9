// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The source of an import.
public enum ImportSource: Sendable, Hashable {
    /// A file, or a pipe that has a name.
    case path(String)
    /// An open file, such as standard input, which can be read once.
    case descriptor(Int32)
}

/// Reads the records of a source piece by piece.
///
/// The calling thread blocks until bytes arrive.
struct ImportReader: ~Copyable {
    private static let pieceSize = 1 << 17

    private var scanner: any ImportScanner
    private let file: TransferFile
    private let isOwned: Bool
    private var isFinished = false
    /// The number of bytes read.
    private(set) var byteCount = 0

    init(
        _ source: ImportSource,
        _ format: TransferFormat,
        _ table: TransferTable
    ) throws(FileError) {
        switch source {
        case .descriptor(let descriptor):
            file = TransferFile(descriptor)
            isOwned = false
        case .path(let path):
            file = try TransferFile(reading: path)
            isOwned = true
        }
        let columns = ImportColumns(table.columns)
        scanner =
            switch format {
            case .csv: CSVImport(columns)
            case .json: JSONImport(columns, isLines: false)
            case .jsonl: JSONImport(columns, isLines: true)
            case .xml: XMLImport(columns)
            }
    }

    deinit {
        if isOwned { file.close() }
    }

    /// The names in the file that are not columns of the table.
    var unknownColumns: [String] { scanner.columns.unknown }

    /// Returns the next record; `nil` after the last record.
    ///
    /// - Throws: ``ImportStop`` when the rest of the source cannot be read.
    mutating func next() throws(ImportStop) -> ImportEntry? {
        while true {
            do throws(CodingError) {
                if let entry = try scanner.next() { return entry }
                if isFinished { return nil }
            } catch {
                throw .malformed(error)
            }
            let piece: [UInt8]
            do throws(FileError) {
                piece = try file.read(atMost: Self.pieceSize)
            } catch {
                throw .unreadable(error)
            }
            byteCount += piece.count
            if !piece.isEmpty {
                scanner.feed(piece)
                continue
            }
            isFinished = true
            do throws(CodingError) {
                try scanner.finish()
            } catch {
                throw .malformed(error)
            }
        }
    }
}

/// The reason why the rest of a source cannot be read.
enum ImportStop: Error, Sendable {
    case malformed(CodingError)
    case unreadable(FileError)
}
