// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The events of a document, one at a time.
    public struct Reader: Sendable {
        private let limits: Limits
        private let document: [UInt8]
        /// The document, followed by the texts of its entities.
        private var bytes: [UInt8]
        private var parser: XMLParser
        private var isFinished = false

        init(_ bytes: [UInt8], _ xml: XML) throws(CodingError) {
            let bytes = try XMLInput.utf8(bytes, xml)
            limits = xml.limits
            document = bytes
            self.bytes = bytes
            do throws(XMLProblem) {
                parser = try XMLParser(xml, bytes)
            } catch {
                throw error.failure(xml.limits, in: bytes)
            }
        }

        /// Reads the next event.
        ///
        /// - Returns: The event, or `nil` at the end of the document.
        /// - Throws: ``CodingError`` with the position of the error; the reader cannot continue
        ///   after it.
        public mutating func next() throws(CodingError) -> Event? {
            guard !isFinished else { return nil }
            if !parser.side.isEmpty { parser.side.removeAll(keepingCapacity: true) }
            do throws(XMLProblem) {
                let (token, event) = try ByteReader.lending(bytes) { source throws(XMLProblem) in
                    let token = try parser.next(source)
                    return (token, token == .finished ? nil : parser.event(token, source))
                }
                if token == .doctype { bytes = parser.doctype?.extended(bytes) ?? bytes }
                isFinished = token == .finished
                return event
            } catch {
                isFinished = true
                throw parser.placed(error).failure(limits, in: document)
            }
        }

        /// The location at which the last event begins.
        public var place: CodingError.Location {
            Document.place(at: parser.place(parser.tokenStart), in: document)
        }
    }

    /// Creates a reader of the events of a document.
    ///
    /// - Parameter bytes: The document, in any encoding that is supported.
    /// - Returns: The reader.
    /// - Throws: ``CodingError`` if the encoding or the XML declaration is wrong.
    public func reader(of bytes: [UInt8]) throws(CodingError) -> Reader {
        try Reader(bytes, self)
    }

    /// The decision to continue parsing or to stop.
    public enum Flow: Sendable, Hashable {
        /// The next event is requested.
        case proceed
        /// No more events are requested; the rest of the document is not even checked.
        case stop
    }

    /// Reads a document and calls a handler for each of its events.
    ///
    /// - Parameters:
    ///   - bytes: The document, in any encoding that is supported.
    ///   - handle: The closure that is called with each event; the event is valid only until it
    ///     returns.
    /// - Throws: ``CodingError`` with the position of the error, or the error that the handler
    ///   throws.
    public func parse(
        _ bytes: [UInt8],
        _ handle: (borrowing Token) throws -> Flow
    ) throws {
        let document = try XMLInput.utf8(bytes, self)
        var extended: [UInt8]?
        var parser: XMLParser
        do throws(XMLProblem) {
            parser = try XMLParser(self, document)
        } catch {
            throw error.failure(limits, in: document)
        }
        do {
            while try ByteReader.lending(extended ?? document, { try parser.push($0, handle) })
                == .doctype
            {
                extended = parser.doctype?.extended(document)
            }
        } catch let problem as XMLProblem {
            throw parser.placed(problem).failure(limits, in: document)
        }
    }
}

extension XMLParser {
    /// Calls a handler until the document ends, the handler stops or the source must be extended.
    fileprivate mutating func push(
        _ source: ByteReader,
        _ handle: (borrowing XML.Token) throws -> XML.Flow
    ) throws -> Token {
        while true {
            if !side.isEmpty { side.removeAll(keepingCapacity: true) }
            let token = try next(source)
            if token == .finished { return token }
            let flow = try unsafe withUnsafePointer(to: self) { parser in
                try unsafe handle(XML.Token(parser, token, source))
            }
            if flow == .stop { return .finished }
            if token == .doctype { return token }
        }
    }
}
