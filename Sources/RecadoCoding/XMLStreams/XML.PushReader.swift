// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The events of a document that comes in pieces, which need not fit into memory together.
    ///
    /// ```swift
    /// var reader = XML().pushReader()
    /// for try await piece in response.content.pieces {
    ///     reader.feed(piece)
    ///     while let event = try reader.next() { … }
    /// }
    /// reader.finish()
    /// while let event = try reader.next() { … }
    /// ```
    ///
    /// The events are the same wherever the document was cut. A document type declaration is
    /// refused, whatever ``XML/doctype`` says: its entities would have to be kept.
    public struct PushReader: RecordScanner {
        private var feed: XMLFeed
        private var isAtEnd = false

        init(_ xml: XML, _ options: StreamOptions) {
            feed = XMLFeed(xml, options)
        }

        /// The bytes of memory that are held.
        package var heldBytes: Int { feed.heldBytes }

        /// Takes a piece of the document, of any size.
        ///
        /// - Parameter piece: The bytes behind those that came before.
        public mutating func feed(_ piece: [UInt8]) {
            feed.feed(piece)
        }

        /// Takes note that no more pieces come; what is left of the events may still be read.
        public mutating func finish() {
            feed.finish()
        }

        /// Reads the next event.
        ///
        /// - Returns: The event, or `nil` when another piece is needed
        ///   or, at the end, none is left.
        /// - Throws: ``CodingError`` with the place of what is wrong; nothing else follows then.
        public mutating func next() throws(CodingError) -> Event? {
            guard !isAtEnd, try feed.peek() != nil else { return nil }
            let event = try feed.take { token, parser, source in
                token == .finished ? nil : parser.event(token, source)
            }
            isAtEnd = event == .some(nil)
            return event ?? nil
        }
    }

    /// Creates a reader of the events of a document that comes in pieces.
    ///
    /// It refuses a document type declaration even where ``doctype`` is ``Doctype/internalSubset``:
    /// entities are only read in a document that is at hand as a whole, by ``reader(of:)``.
    ///
    /// - Parameter options: The options of the stream; ``StreamOptions/elementBytes`` limits each
    ///   event.
    /// - Returns: The reader.
    public func pushReader(options: StreamOptions = StreamOptions()) -> PushReader {
        PushReader(self, options)
    }
}
