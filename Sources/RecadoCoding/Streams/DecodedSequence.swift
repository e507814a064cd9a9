// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An asynchronous sequence of the models in a stream, each decoded when it is requested.
///
/// ```swift
/// for try await film in JSON().lines(of: Film.self, in: pieces) { … }
/// for try await film in XML().elements(of: Film.self, at: "films", in: pieces) { … }
/// for try await film in CSV().rows(of: Film.self, in: pieces) { … }
/// ```
///
/// Only one record is held in memory at a time, and the next piece is requested only when all
/// records of the last piece have been read. An error has the number of the record and the position
/// in the whole stream. To continue after a record that could not be decoded, call `next()` in a
/// loop of your own.
public struct DecodedSequence<Element, Pieces: AsyncSequence>: AsyncSequence
where Pieces.Element == [UInt8] {
    let pieces: Pieces
    let scanner: any RecordScanner<Element>

    package init(_ pieces: Pieces, _ scanner: some RecordScanner<Element>) {
        self.pieces = pieces
        self.scanner = scanner
    }

    /// Returns an iterator before the first model.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pieces: pieces.makeAsyncIterator(), scanner: scanner)
    }

    /// An iterator that decodes one model at a time.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var pieces: Pieces.AsyncIterator
        fileprivate var scanner: any RecordScanner<Element>
        fileprivate var isFinished = false

        /// Returns the next model, or `nil` at the end of the stream.
        ///
        /// - Throws: ``CodingError`` for a record that cannot be read, and the errors of the
        ///   pieces.
        public mutating func next() async throws -> Element? {
            try await next(isolation: #isolation)
        }

        /// Returns the next model, or `nil` at the end of the stream.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The next model, or `nil` at the end of the stream.
        /// - Throws: ``CodingError`` for a record that cannot be read, and the errors of the
        ///   pieces.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> Element? {
            while true {
                if let element = try scanner.next() { return element }
                if isFinished { return nil }
                if let piece = try await pieces.next(isolation: actor) {
                    scanner.feed(piece)
                } else {
                    isFinished = true
                    try scanner.finish()
                }
            }
        }
    }
}

extension DecodedSequence: Sendable where Pieces: Sendable {}

@available(*, unavailable)
extension DecodedSequence.Iterator: Sendable {}
