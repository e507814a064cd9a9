// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

extension Page {
    /// Creates a page whose elements are read while the page is sent, so that the server holds only
    /// a few of them at a time.
    ///
    /// Use it for pages that are too long for the server's memory if many slow clients receive them
    /// at once. Clients see no difference, except that the page has no entity tag, because the tag
    /// would depend on all elements. When the sequence throws, the connection is aborted, so that
    /// no client mistakes a part of the page for the whole.
    ///
    /// JSON and XML are written batch by batch. Other formats are written only after all batches
    /// have been read. SOAP does not support such pages and answers with a fault.
    ///
    /// - Parameters:
    ///   - batches: The elements, a few at a time; they are iterated once. Batches of more
    ///     than 128 KiB bring no advantage, as a server buffers no more for a client that does not
    ///     read.
    ///   - number: The number of this page, from 1.
    ///   - limit: The maximum number of elements on a page.
    ///   - total: The number of elements on all pages together.
    public init<Batches: AsyncSequence & Sendable>(
        reading batches: Batches,
        number: Int,
        limit: Int,
        total: Int
    ) where Batches.Element == [Element] {
        self.init([], number: number, limit: limit, total: total)
        makeContent = { format in
            if format == .json { return Self.array(of: batches, in: format) }
            return Self.elements(of: batches, in: format)
                ?? Content(reading: CollectedPage(batches, format))
        }
    }

    /// Returns a JSON array that is written batch by batch.
    private static func array<Batches: AsyncSequence & Sendable>(
        of batches: Batches,
        in format: Format
    ) -> Content where Batches.Element == [Element] {
        let framing = FeedFraming<[Element]>(beginning: Array("[".utf8), end: Array("]".utf8)) {
            batch,
            isFirst in
            var bytes: [UInt8] = []
            for (index, element) in batch.enumerated() {
                if index > 0 || !isFirst { bytes.append(UInt8(ascii: ",")) }
                bytes += try format.encode(element).bytes
            }
            return bytes
        }
        return Content(reading: FeedSource(batches.filter { !$0.isEmpty }, framing))
    }

    /// Returns an XML list that is written batch by batch; `nil` for another format.
    private static func elements<Batches: AsyncSequence & Sendable>(
        of batches: Batches,
        in format: Format
    ) -> Content? where Batches.Element == [Element] {
        guard let list = format.xml?.records(of: Element.self), let start = try? list.start(),
            let end = try? list.end()
        else { return nil }
        let framing = FeedFraming<[Element]>(beginning: start, end: end) { batch, _ in
            var bytes: [UInt8] = []
            for element in batch { bytes += try list.encode(element) }
            return bytes
        }
        return Content(reading: FeedSource(batches.filter { !$0.isEmpty }, framing))
    }
}

extension Page: GradualOutput {
    package func content(in format: Format) -> Content? { makeContent?(format) }
}

/// A page in a format that cannot be written in parts.
private actor CollectedPage<Element: Codable & Sendable, Batches: AsyncSequence & Sendable>:
    ContentSource
where Batches.Element == [Element] {
    nonisolated var length: Int? { nil }

    /// The batches, until they have been read.
    private var batches: Batches?
    private let format: Format

    init(_ batches: Batches, _ format: Format) {
        self.batches = batches
        self.format = format
    }

    func next() async throws -> [UInt8]? {
        guard let batches else { return nil }
        self.batches = nil
        var elements: [Element] = []
        for try await batch in batches { elements += batch }
        try Task.checkCancellation()
        return try format.encode(elements).bytes
    }
}
