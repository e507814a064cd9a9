// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Content that is read from a file while it is sent.
final class FileSource: ContentSource {
    /// A part of the content.
    enum Part: Sendable {
        case bytes([UInt8])
        case file(Range<Int>)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let range): range.count
            }
        }
    }

    /// The number of bytes that are read at a time: enough that thread switches cost little, but
    /// few enough that a slow client keeps little in memory.
    private static let pieceBytes = 131_072

    let length: Int?
    private let file: OpenFile
    /// The remaining parts, in reverse order.
    private let parts: Mutex<[Part]>

    init(_ file: OpenFile, _ parts: [Part]) {
        self.file = file
        length = parts.reduce(0) { $0 + $1.count }
        self.parts = Mutex(parts.reversed())
    }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        switch takePart() {
        case nil: return nil
        case .bytes(let bytes): return bytes
        case .file(let range): return try await Self.read(range, of: file)
        }
    }

    private func takePart() -> Part? {
        parts.withLock { parts in
            while let part = parts.popLast() {
                guard part.count > 0 else { continue }
                guard case .file(let range) = part, range.count > Self.pieceBytes else {
                    return part
                }
                let middle = range.lowerBound + Self.pieceBytes
                parts.append(.file(middle..<range.upperBound))
                return .file(range.lowerBound..<middle)
            }
            return nil
        }
    }

    @concurrent
    private static func read(_ range: Range<Int>, of file: OpenFile) async throws -> [UInt8] {
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            guard let bytes = file.read(range) else { throw FileChanged() }
            return bytes
        }
    }
}

/// The error of an answer whose file changes while it is sent.
struct FileChanged: Error, Sendable, CustomStringConvertible {
    var description: String { "the file has changed while it was sent" }
}
