// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

/// A request's content as values, which are read one after another while they arrive.
///
/// ```swift
/// struct ImportFilms: Endpoint {
///     static let route: Route = "POST /films/import"
///     static let contentLimit = 1 << 30
///     typealias Output = ImportReport
///     @Body var films: ElementUpload<Film>
/// }
///
/// // the client
/// try await client.send(ImportFilms(films: ElementUpload(films)))
///
/// // the server
/// for try await film in call.films { try await store.add(film) }
/// ```
///
/// Values travel as lines of JSON (`application/jsonl`, `application/x-ndjson`), as a JSON text
/// sequence (`application/json-seq`) or as one array (`application/json`). The handler is called
/// before any value is read, and the server reads at most 128 KiB ahead of the handler, so the
/// client waits for a slow handler. The limit of all values together is ``Endpoint/contentLimit``;
/// a single value has at most 16 MiB.
///
/// A value that cannot be read or does not match its schema is thrown as the problem to answer
/// with: 400 or 422 with the number of the value in the pointer, 413 beyond the limit, 408 when the
/// client is too slow. A handler rethrows the problem as ``HandlerError/problem(_:)``, or continues
/// after a value that was refused.
public struct ElementUpload<Element: Codable & Sendable>: Sendable {
    enum Origin: Sendable {
        case made(@Sendable (Format) -> Content)
        case arriving(IncomingStream)
    }

    let origin: Origin

    /// Creates content to be sent.
    ///
    /// - Parameter elements: The values, which are iterated once, as fast as the server
    ///   accepts them.
    public init<Elements: AsyncSequence & Sendable>(
        _ elements: Elements
    ) where Elements.Element == Element {
        origin = .made { ElementFormats.content(of: elements, in: $0) }
    }

    private var stream: IncomingStream {
        switch origin {
        case .arriving(let stream): return stream
        case .made(let makeContent):
            // A handler that runs without a server, as in a test, reads what a server would
            // receive.
            let format = ElementFormats.all(among: [.json])[0]
            return IncomingStream(makeContent(format), mediaType: nil, format: format)
        }
    }
}

extension ElementUpload: AsyncSequence {
    /// The problem to answer with when a value cannot be read.
    public typealias Failure = ProblemDetails

    /// Returns an iterator before the first value; the content can be iterated once.
    public func makeAsyncIterator() -> Iterator { Iterator(stream) }

    /// An iterator that reads one value after another.
    public struct Iterator: AsyncIteratorProtocol {
        private let stream: IncomingStream
        private let source: any ContentSource
        private var scanner: any RecordScanner<JSON.Record>
        private var isFinished = false

        init(_ stream: IncomingStream) {
            self.stream = stream
            source = stream.content.makeSource()
            scanner = ElementFormats.scanner(of: stream.format)
        }

        /// Waits for the next value.
        ///
        /// - Returns: The value, or `nil` after the last one.
        /// - Throws: The problem to answer with when the value cannot be read.
        public mutating func next() async throws(ProblemDetails) -> Element? {
            try await next(isolation: #isolation)
        }

        /// Waits for the next value.
        ///
        /// - Parameter actor: The actor that waits.
        /// - Returns: The value, or `nil` after the last one.
        /// - Throws: The problem to answer with when the value cannot be read.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ProblemDetails) -> Element? {
            while true {
                if let record = try scan() { return try read(record) }
                if isFinished { return nil }
                if let piece = try await source.nextPiece() {
                    scanner.feed(piece)
                } else {
                    isFinished = true
                    try finish()
                }
            }
        }

        private mutating func scan() throws(ProblemDetails) -> JSON.Record? {
            do throws(CodingError) {
                return try scanner.next()
            } catch {
                throw Self.malformed(error)
            }
        }

        private mutating func finish() throws(ProblemDetails) {
            do throws(CodingError) {
                try scanner.finish()
            } catch {
                throw Self.malformed(error)
            }
        }

        private func read(_ record: JSON.Record) throws(ProblemDetails) -> Element {
            let pointer = "/\(record.number - 1)"
            var validator = SchemaValidator(library: stream.schema.library)
            var value: Document.Cursor?
            var refused: CodingError?
            do throws(CodingError) {
                let root = try stream.format.document(from: record.bytes).root
                value = root
                validator.validate(root, as: stream.schema, at: .content(pointer))
                if validator.errors.isEmpty {
                    return try stream.format.decode(Element.self, from: record.bytes)
                }
            } catch {
                if error.code == .malformed {
                    let detail = "Value \(record.number) in line \(record.line): \(error)"
                    throw ProblemDetails(status: .badRequest, detail: detail)
                }
                refused = error
            }
            if let value {
                let (schema, choices) = (stream.schema.schema, stream.format.choices)
                validator.validateTypes(of: value, as: schema, at: .content(pointer), choices)
            }
            if let refused {
                validator.note(unlessKnown: refused, at: .content(pointer + refused.pointer))
            }
            validator.hideValues(of: value.map { [$0] } ?? [])
            throw refusal(validator.errors, record)
        }

        private func refusal(_ errors: [InputError], _ record: JSON.Record) -> ProblemDetails {
            ProblemDetails(
                status: .unprocessableContent,
                detail: "Value \(record.number) was refused.",
                errors: errors
            )
        }

        private static func malformed(_ failure: CodingError) -> ProblemDetails {
            let status: Status = failure.code == .tooLarge ? .contentTooLarge : .badRequest
            return ProblemDetails(status: status, detail: "\(failure)")
        }
    }
}

@available(*, unavailable)
extension ElementUpload.Iterator: Sendable {}

extension ElementUpload: StreamedInput {
    private struct Nothing: AsyncSequence, AsyncIteratorProtocol, Sendable {
        func makeAsyncIterator() -> Nothing { self }
        mutating func next() async -> Element? { nil }
    }

    package static var sample: Self { Self(Nothing()) }

    package static func schema(with recorder: SchemaRecorder) throws -> Schema {
        try recorder.record(Element.self).schema
    }

    package static func formats(among formats: [Format]) -> [Format]? {
        ElementFormats.all(among: formats)
    }

    package init(reading stream: IncomingStream) { origin = .arriving(stream) }

    package func content(among formats: [Format]) -> (content: Content, fieldValue: String) {
        let format = ElementFormats.all(among: formats)[0]
        switch origin {
        case .made(let makeContent): return (makeContent(format), format.fieldValue)
        // Content that has arrived from a client is forwarded to another server unchanged.
        case .arriving(let stream): return (stream.content, stream.format.fieldValue)
        }
    }
}

extension ElementUpload: Codable {
    /// Throws an error, because values are read one by one.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }

    /// Throws an error, because values are written one by one.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }
}

extension ContentSource {
    /// Returns the next piece of a request's content; throws failures as the problem to answer
    /// with.
    func nextPiece() async throws(ProblemDetails) -> [UInt8]? {
        do {
            return try await next()
        } catch let problem as ProblemDetails {
            throw problem
        } catch {
            throw ProblemDetails(status: .badRequest, detail: "The content did not arrive whole.")
        }
    }
}
