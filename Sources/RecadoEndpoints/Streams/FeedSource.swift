// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A comment in a stream of events, which clients ignore.
let feedComment = Array(":\n\n".utf8)

/// The conversion of elements to bytes, with the bytes before and after all elements.
struct FeedFraming<Element: Sendable>: Sendable {
    var beginning: [UInt8]
    var end: [UInt8] = []
    /// Returns the bytes of an element; the flag is true for the first element.
    let encode: @Sendable (Element, Bool) throws -> [UInt8]
}

/// Content that is written as its elements become available.
///
/// The source is an actor, because two tasks must not use an iterator at once.
actor FeedSource<Elements: AsyncSequence & Sendable>: ContentSource
where Elements.Element: Sendable {
    nonisolated var length: Int? { nil }

    private let elements: Elements
    private let framing: FeedFraming<Elements.Element>
    private var iterator: Elements.AsyncIterator?
    private var isBegun = false
    private var isFirst = true

    init(_ elements: Elements, _ framing: FeedFraming<Elements.Element>) {
        self.elements = elements
        self.framing = framing
    }

    func next() async throws -> [UInt8]? {
        if !isBegun {
            isBegun = true
            iterator = elements.makeAsyncIterator()
            if !framing.beginning.isEmpty { return framing.beginning }
        }
        // The iterator is removed here, so that no other call can use it while this one waits.
        guard var current = iterator else { return nil }
        iterator = nil
        guard let element = try await current.next(isolation: self) else {
            // Many sequences end when they are cancelled; such an end must not look like a
            // complete stream.
            try Task.checkCancellation()
            return framing.end.isEmpty ? nil : framing.end
        }
        iterator = current
        defer { isFirst = false }
        return try framing.encode(element, isFirst)
    }
}
