// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Splits a stream that arrives in pieces of any size into lines.
///
/// 1. Bytes before `start` have already been returned, and no line ends between `start` and
///    `searched`.
/// 2. If a CR can end a line, it does so at once; an LF that follows it, even in the next piece,
///    belongs to the same line end.
struct LineSplitter: Sendable {
    /// The line ends that are recognized.
    enum Ends: Sendable {
        /// LF, or CR followed by LF.
        case lineFeeds
        /// CR, LF, or CR followed by LF.
        case any
    }

    private let ends: Ends
    private let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var skipsLineFeed = false

    /// Creates a splitter at the start of a stream.
    ///
    /// - Parameters:
    ///   - ends: The line ends that are recognized.
    ///   - limit: The maximum length of a line in bytes, without its end.
    init(_ ends: Ends, limit: Int) {
        self.ends = ends
        self.limit = limit
    }

    /// Adds the next piece of the stream, of any size.
    mutating func feed(_ piece: [UInt8]) {
        if start == buffer.count {
            (buffer, start, searched) = (piece, 0, 0)
            return
        }
        // Moving the remaining bytes after every small piece would be slow.
        if start >= 4096, start >= buffer.count / 2 {
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        buffer += piece
    }

    /// Returns the next line without its end, or `nil` if there is no complete line yet.
    mutating func next() throws(StreamLimitError) -> ArraySlice<UInt8>? {
        if skipsLineFeed, searched < buffer.count {
            skipsLineFeed = false
            if buffer[searched] == 0x0A {
                searched += 1
                start = searched
            }
        }
        while searched < buffer.count {
            let byte = buffer[searched]
            searched += 1
            guard byte == 0x0A || byte == 0x0D && ends == .any else { continue }
            var line = buffer[start..<(searched - 1)]
            if byte == 0x0A, ends == .lineFeeds, line.last == 0x0D { line.removeLast() }
            start = searched
            skipsLineFeed = byte == 0x0D
            return try checked(line)
        }
        _ = try checked(buffer[start..<searched])
        return nil
    }

    /// Returns the bytes after the last line end; called when the stream has ended.
    mutating func rest() -> ArraySlice<UInt8>? {
        guard start < buffer.count else { return nil }
        var line = buffer[start...]
        if ends == .lineFeeds, line.last == 0x0D { line.removeLast() }
        (buffer, start, searched) = ([], 0, 0)
        return line
    }

    private func checked(
        _ line: ArraySlice<UInt8>
    ) throws(StreamLimitError) -> ArraySlice<UInt8> {
        guard line.count <= limit else { throw StreamLimitError(.line, limit: limit) }
        return line
    }
}

/// The lines of a byte stream, as text.
struct TextLines<Pieces: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Pieces.Element == [UInt8] {
    let pieces: Pieces
    let limit: Int

    func makeAsyncIterator() -> Iterator {
        Iterator(
            pieces: pieces.makeAsyncIterator(),
            splitter: LineSplitter(.lineFeeds, limit: limit)
        )
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: Pieces.AsyncIterator
        fileprivate var splitter: LineSplitter
        private var isOver = false

        fileprivate init(pieces: Pieces.AsyncIterator, splitter: LineSplitter) {
            self.pieces = pieces
            self.splitter = splitter
        }

        mutating func next() async throws -> String? { try await next(isolation: #isolation) }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> String? {
            while !isOver {
                if let line = try splitter.next() { return String(decoding: line, as: UTF8.self) }
                guard let piece = try await pieces.next(isolation: actor) else {
                    isOver = true
                    return splitter.rest().map { String(decoding: $0, as: UTF8.self) }
                }
                splitter.feed(piece)
            }
            return nil
        }
    }
}
