// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
package import RecadoHTTP

extension Page {
    /// Creates a page whose elements are read while it is sent, so that no more of them
    /// are held than a client takes.
    ///
    /// It is for pages that may be too long to hold once for each client that reads slowly. Clients
    /// see no difference, but that it has no tag: nobody knows it before it has been sent. When the
    /// sequence throws, the connection is broken off, so that no part is taken for the whole.
    ///
    /// JSON and XML are written batch by batch. Other formats are written when all batches have
    /// been read; an answer by SOAP cannot be made so, and is a fault.
    ///
    /// - Parameters:
    ///   - batches: The elements, a few at a time; they are iterated once. 128 KiB a batch are as
    ///     much as a server keeps for a client that does not read.
    ///   - number: The number of this page, from 1.
    ///   - limit: The greatest number of elements on a page.
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

    /// An array in JSON, of which each batch is written by itself.
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

    /// A list in XML, of which each batch is written by itself; `nil` in another format.
    private static func elements<Batches: AsyncSequence & Sendable>(
        of batches: Batches,
        in format: Format
    ) -> Content? where Batches.Element == [Element] {
        guard let list = try? format.xml?.listWriter(of: Element.self) else { return nil }
        let framing = FeedFraming<[Element]>(beginning: list.start, end: list.end) { batch, _ in
            var bytes: [UInt8] = []
            for element in batch { bytes += try list.element(element) }
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
