// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A pull parser that reads the events of a document one at a time.
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
    /// - Parameter bytes: The document, in any supported encoding.
    /// - Returns: The reader.
    /// - Throws: ``CodingError`` if the encoding or the XML declaration is invalid.
    public func reader(of bytes: [UInt8]) throws(CodingError) -> Reader {
        try Reader(bytes, self)
    }
}
