// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The values of a stream, each read when it is asked for.
    ///
    /// A failure names the value by its number, and its place in the whole stream. Whoever iterates by
    /// hand may ask on after a value that could not be read.
    public struct Values<Model: Decodable, Pieces: AsyncSequence>: AsyncSequence
    where Pieces.Element == [UInt8] {
        let json: JSON
        let pieces: Pieces
        let scanner: any RecordScanner

        /// Returns an iterator before the first value.
        public func makeAsyncIterator() -> Iterator {
            Iterator(json: json, pieces: pieces.makeAsyncIterator(), scanner: scanner)
        }

        /// Reads the values one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let json: JSON
            var pieces: Pieces.AsyncIterator
            var scanner: any RecordScanner
            private var isFinished = false

            init(json: JSON, pieces: Pieces.AsyncIterator, scanner: any RecordScanner) {
                self.json = json
                self.pieces = pieces
                self.scanner = scanner
            }

            /// Returns the next value, or `nil` at the end of the stream.
            ///
            /// - Throws: ``CodingFailure`` for a value that cannot be read, and what the pieces throw.
            public mutating func next() async throws -> Model? {
                try await next(isolation: #isolation)
            }

            /// Returns the next value, or `nil` at the end of the stream.
            ///
            /// - Parameter actor: The actor that waits.
            /// - Returns: The next value, or `nil` at the end of the stream.
            /// - Throws: ``CodingFailure`` for a value that cannot be read, and what the pieces throw.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model?
            {
                while true {
                    if let record = try scanner.next() { return try decode(record) }
                    if isFinished { return nil }
                    if let piece = try await pieces.next(isolation: actor) {
                        scanner.feed(piece)
                    } else {
                        isFinished = true
                        try scanner.finish()
                    }
                }
            }

            private func decode(_ record: Record) throws(CodingFailure) -> Model {
                do throws(CodingFailure) {
                    guard !record.isTruncated else {
                        throw CodingFailure(.malformed, "the value may have been cut off")
                    }
                    return try json.decode(from: record.bytes)
                } catch {
                    throw error.moved(to: record, pointer: scanner.pointer(of: record))
                }
            }
        }
    }
}

extension JSON.Values: Sendable where Pieces: Sendable {}

@available(*, unavailable)
extension JSON.Values.Iterator: Sendable {}
