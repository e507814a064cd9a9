// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A format that encodes the values of a stream.
protocol RecordEncoder: Sendable {
    /// Returns the bytes before the first value.
    func start() throws(CodingError) -> [UInt8]

    /// Returns the bytes of a value, with its separators.
    func encode<Model: Encodable>(_ value: Model) throws(CodingError) -> [UInt8]

    /// Returns the bytes after the last value.
    func end() throws(CodingError) -> [UInt8]
}

extension RecordEncoder {
    func start() -> [UInt8] { [] }

    func end() -> [UInt8] { [] }
}

/// An asynchronous sequence of encoded values, each encoded when it is requested.
///
/// ```swift
/// let content = Content(pieces: JSON().lines(encoding: films))
/// let content = Content(pieces: XML().elements(encoding: films, in: "films"))
/// ```
///
/// There is one piece for each value, and one each for the start and the end of the document, if
/// the format has them.
public struct EncodedSequence<Values: AsyncSequence>: AsyncSequence
where Values.Element: Encodable {
    let values: Values
    let encoder: any RecordEncoder

    /// Returns an iterator at the start of the stream.
    public func makeAsyncIterator() -> Iterator {
        Iterator(values: values.makeAsyncIterator(), encoder: encoder)
    }

    /// An iterator that encodes one value at a time.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate enum State { case start, values, end }

        fileprivate var values: Values.AsyncIterator
        fileprivate let encoder: any RecordEncoder
        fileprivate var state = State.start

        /// Returns the next bytes of the stream, or `nil` after its end.
        ///
        /// - Throws: ``CodingError`` for a value that cannot be written, and the errors of the
        ///   sequence of values.
        public mutating func next() async throws -> [UInt8]? {
            try await next(isolation: #isolation)
        }

        /// Returns the next bytes of the stream, or `nil` after its end.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The next bytes: the start, a value or the end of the document; `nil` after
        ///   the end.
        /// - Throws: ``CodingError`` for a value that cannot be written, and the errors of the
        ///   sequence of values.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws -> [UInt8]? {
            if state == .start {
                let start = try encoder.start()
                state = .values
                if !start.isEmpty { return start }
            }
            guard state == .values else { return nil }
            if let value = try await values.next(isolation: actor) {
                return try encoder.encode(value)
            }
            state = .end
            let end = try encoder.end()
            return end.isEmpty ? nil : end
        }
    }
}

extension EncodedSequence: Sendable where Values: Sendable {}

@available(*, unavailable)
extension EncodedSequence.Iterator: Sendable {}
