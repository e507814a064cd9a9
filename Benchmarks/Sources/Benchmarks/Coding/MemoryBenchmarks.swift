// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Measures the peak memory of decoding, each format in a process of its own.
enum MemoryBenchmarks {
    private static let films = 35_000

    static func run() throws {
        print(
            "\npeak memory while decoding about 10 MB, values included (wanted below × 4 of the text)"
        )
        for format in ["json", "xml"] {
            let line = try output(of: [CommandLine.arguments[0], "memory-\(format)"])
            let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            guard numbers.count == 2 else { throw BenchmarkFailure("no figures from \(format)") }
            let ratio = (Double(numbers[1]) / Double(numbers[0])).rounded(to: 2)
            print(
                "  \(format.padded(to: 34)) \("\(numbers[1] / 1_024)".padded(to: 12)) KiB"
                    + " × \("\(ratio)".padded(to: 7)) of \(numbers[0]) bytes,"
                    + " × \((ratio - 1).rounded(to: 2)) beside the text"
            )
        }
    }

    /// Prints the size of the text, and by how much text and values raise the peak memory, in
    /// bytes.
    static func measure(_ format: String) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "films-\(getpid())")
        defer { try? FileManager.default.removeItem(at: url) }
        // Another process writes the text, so that the memory for that is not measured.
        _ = try output(of: [CommandLine.arguments[0], "write-\(format)", url.path()])
        let before = Child.peakKilobytes(of: getpid())
        let bytes = try text(in: url.path())
        let values =
            format == "xml"
            ? try XML().decode([Payloads.Film].self, from: bytes)
            : try JSON().decode([Payloads.Film].self, from: bytes)
        let after = Child.peakKilobytes(of: getpid())
        guard values.count == films else { throw BenchmarkFailure("films are missing") }
        print(bytes.count, (after - before) * 1_024)
    }

    /// Reads a file, whose bytes are in memory only once.
    static func text(in path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw BenchmarkFailure("no file \(path)") }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let size = ftell(file)
        rewind(file)
        return [UInt8](unsafeUninitializedCapacity: size) { room, count in
            count = fread(room.baseAddress, 1, size, file)
        }
    }

    /// Writes the text to a file.
    static func write(_ format: String, to path: String) throws {
        let values = Payloads.films(films)
        let bytes = format == "xml" ? try XML().encode(values) : try JSON().encode(values)
        try Data(bytes).write(to: URL(filePath: path))
    }
}
