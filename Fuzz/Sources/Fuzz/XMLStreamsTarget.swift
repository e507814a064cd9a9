// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoCoding
import Synchronization

/// Checks that a document gives the same events and elements however it is cut, and the same as the
/// whole.
enum XMLStreamsTarget {
    private struct Outcome<Item: Equatable & Sendable>: Equatable, Sendable {
        var items: [Item] = []
        var failure: String?

        mutating func fail(_ error: any Error) {
            let place = (error as? CodingError)?.place.map { "\($0.line):\($0.column)" }
            let code = (error as? CodingError).map { "\($0.code)" } ?? "\(error)"
            failure = "\(code) at \(place ?? "nowhere")"
        }
    }

    static func read(_ input: [UInt8]) {
        let events = alike(input) { self.events($0, XML.StreamOptions()) }
        expectEvents(events, of: input)
        var tight = XML.StreamOptions()
        (tight.elementBytes, tight.elements) = (20, 3)
        _ = alike(input) { self.events($0, tight) }
        let elements = alike(input) { self.elements($0, at: "", nil, XML.StreamOptions()) }
        expectElements(elements, of: input)
        _ = alike(input) { self.elements($0, at: "", "b", tight) }
        _ = alike(input) { self.elements($0, at: "a.*", nil, XML.StreamOptions()) }
        _ = alike(input) { self.elements($0, at: "a", "b", XML.StreamOptions()) }
    }

    /// Returns the outcome for the whole input, after checking that it is the same for pieces.
    private static func alike<Item>(
        _ input: [UInt8],
        _ read: ([[UInt8]]) -> Outcome<Item>
    ) -> Outcome<Item> {
        let whole = read([input])
        for cut in cuts(of: input) {
            expect(read(cut), whole, "pieces differ from the whole")
        }
        return whole
    }

    // MARK: - Events

    private static func events(
        _ pieces: [[UInt8]],
        _ options: XML.StreamOptions
    ) -> Outcome<XML.Event> {
        var reader = XML().pushReader(options: options)
        var outcome = Outcome<XML.Event>()
        do {
            for piece in pieces {
                reader.feed(piece)
                while let event = try reader.next() { outcome.items.append(event) }
            }
            reader.finish()
            while let event = try reader.next() { outcome.items.append(event) }
        } catch {
            outcome.fail(error)
        }
        return outcome
    }

    /// Expects the events that the pull reader gives for the whole document, or both readers to
    /// refuse it.
    private static func expectEvents(_ pushed: Outcome<XML.Event>, of input: [UInt8]) {
        var pulled = Outcome<XML.Event>()
        do {
            var reader = try XML().reader(of: input)
            while let event = try reader.next() { pulled.items.append(event) }
        } catch {
            pulled.fail(error)
        }
        expect(pushed.failure == nil, pulled.failure == nil, "only one way accepts the document")
        if pulled.failure == nil { expect(pushed, pulled, "pushed and pulled events differ") }
    }

    // MARK: - Elements

    private static func elements(
        _ pieces: [[UInt8]],
        at path: String,
        _ name: String?,
        _ options: XML.StreamOptions
    ) -> Outcome<Value> {
        let box = Box()
        Task {
            let elements = XML().elements(
                of: Value.self,
                at: path,
                named: name,
                in: Pieces(pieces: pieces),
                options: options
            )
            var outcome = Outcome<Value>()
            do {
                for try await element in elements { outcome.items.append(element) }
            } catch {
                outcome.fail(error)
            }
            box.put(outcome)
        }
        return box.take()
    }

    /// Expects the elements that decoding the whole document as an array gives, if the stream has
    /// any.
    private static func expectElements(_ elements: Outcome<Value>, of input: [UInt8]) {
        guard elements.failure == nil else { return }
        guard let whole = try? XML().decode([Value].self, from: input) else {
            fail("only the stream is accepted: \(elements)")
        }
        // A root that contains only text is decoded as an array with that text; the stream then has
        // no elements.
        if !elements.items.isEmpty { expect(elements.items, whole, "the elements differ") }
    }

    /// Waits for the outcome of a task, as the fuzzer itself does not.
    private final class Box: Sendable {
        private let outcome = Mutex(Outcome<Value>())
        private let isDone = DispatchSemaphore(value: 0)

        func put(_ outcome: Outcome<Value>) {
            self.outcome.withLock { $0 = outcome }
            isDone.signal()
        }

        func take() -> Outcome<Value> {
            isDone.wait()
            return outcome.withLock { $0 }
        }
    }

    private struct Pieces: AsyncSequence, Sendable {
        let pieces: [[UInt8]]

        struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<[UInt8]>

            mutating func next() async -> [UInt8]? { rest.popFirst() }
        }

        func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }
    }
}
