// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A parser for the events of a document that arrives in pieces and may be larger than memory.
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
    /// The events are the same however the document is split into pieces. A document type
    /// declaration is always refused, whatever the value of ``XML/doctype``, because its entities
    /// would have to be kept in memory.
    public struct PushReader: RecordScanner {
        private var feed: XMLFeed
        private var isAtEnd = false

        init(_ xml: XML, _ options: StreamOptions) {
            feed = XMLFeed(xml, options)
        }

        /// The number of bytes held in memory.
        package var heldBytes: Int { feed.heldBytes }

        /// Takes a piece of the document, of any size.
        ///
        /// - Parameter piece: The bytes that follow the earlier pieces.
        public mutating func feed(_ piece: [UInt8]) {
            feed.feed(piece)
        }

        /// Marks the end of the input, after which the remaining events can be read.
        public mutating func finish() {
            feed.finish()
        }

        /// Reads the next event.
        ///
        /// - Returns: The event, or `nil` when another piece is needed or, at the end, no event is
        ///   left.
        /// - Throws: ``CodingError`` with the position of the error; the reader cannot continue
        ///   after it.
        public mutating func next() throws(CodingError) -> Event? {
            guard !isAtEnd, try feed.peek() != nil else { return nil }
            let event = try feed.take { token, parser, source in
                token == .finished ? nil : parser.event(token, source)
            }
            isAtEnd = event == .some(nil)
            return event ?? nil
        }
    }

    /// Creates a reader of the events of a document that arrives in pieces.
    ///
    /// It always refuses a document type declaration; only ``reader(of:)``, which has the whole
    /// document in memory, supports entities.
    ///
    /// - Parameter options: The options of the stream; ``StreamOptions/elementBytes`` limits each
    ///   event.
    /// - Returns: The reader.
    public func pushReader(options: StreamOptions = StreamOptions()) -> PushReader {
        PushReader(self, options)
    }
}
