// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP

/// The events of a stream, with their data decoded as values of one type.
struct EventValues<Model: Decodable & Sendable, EndpointFailure: Problem>: AsyncSequence, Sendable {
    typealias Element = Model
    typealias Failure = CallError<EndpointFailure>

    let stream: EventStream<EndpointFailure>
    let name: String?

    func makeAsyncIterator() -> Iterator {
        Iterator(events: stream.makeAsyncIterator(), stream: stream, name: name)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var events: EventStream<EndpointFailure>.Iterator
        fileprivate let stream: EventStream<EndpointFailure>
        fileprivate let name: String?
        private var count = 0

        fileprivate init(
            events: EventStream<EndpointFailure>.Iterator,
            stream: EventStream<EndpointFailure>,
            name: String?
        ) {
            self.events = events
            self.stream = stream
            self.name = name
        }

        mutating func next() async throws(CallError<EndpointFailure>) -> Model? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CallError<EndpointFailure>) -> Model? {
            while let event = try await events.next(isolation: actor) {
                count += 1
                guard name == nil || event.name == name else { continue }
                do throws(CodingError) {
                    return try JSON().decode(Model.self, from: event.data)
                } catch {
                    var record = CallRecord(try stream.request())
                    record.detail = "event \(count): \(error)"
                    record.underlying = error
                    throw CallError(.unreadable, record)
                }
            }
            return nil
        }
    }
}

extension Client {
    /// Returns the server-sent events at a path.
    ///
    /// The request is sent when the iterator is first asked for an event.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - query: Additional query items.
    ///   - options: The options for reconnecting, and the limits.
    ///   - callOptions: The options of the calls.
    /// - Returns: The events.
    public func events(
        _ path: String,
        query: QueryItems = [:],
        keeping options: EventStreamOptions = EventStreamOptions(),
        with callOptions: CallOptions = CallOptions()
    ) -> EventStream<Never> {
        EventStream(
            client: self,
            request: { () throws(CallError<Never>) in
                var request = try self.request(.get, path, query, Never.self)
                request.acceptsEvents()
                self.prepare(&request, callOptions, isProtected: true)
                return request
            },
            callOptions: callOptions,
            options: options
        )
    }

    /// Returns the server-sent events at a path, with their data decoded from JSON.
    ///
    /// If an event cannot be decoded, `next()` throws; the next call continues with the following
    /// event.
    ///
    /// - Parameters:
    ///   - path: The path below the base, or an absolute URI at the base's origin; may include a
    ///     query.
    ///   - type: The type of the values.
    ///   - name: The name of the events that hold such values; other events are skipped. `nil` for
    ///     all events.
    ///   - query: Additional query items.
    ///   - options: The options for reconnecting, and the limits.
    ///   - callOptions: The options of the calls.
    /// - Returns: The values.
    public func events<Model: Decodable & Sendable>(
        _ path: String,
        of type: Model.Type,
        named name: String? = nil,
        query: QueryItems = [:],
        keeping options: EventStreamOptions = EventStreamOptions(),
        with callOptions: CallOptions = CallOptions()
    ) -> some AsyncSequence<Model, CallError<Never>> & Sendable {
        let stream = events(path, query: query, keeping: options, with: callOptions)
        return EventValues<Model, Never>(stream: stream, name: name)
    }

    /// Returns the server-sent events of a declared endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - options: The options for reconnecting, and the limits.
    ///   - callOptions: The options of the calls.
    /// - Returns: The events; a declared failure ends the sequence.
    public func events<E: Endpoint & Sendable>(
        from endpoint: E,
        keeping options: EventStreamOptions = EventStreamOptions(),
        with callOptions: CallOptions = CallOptions()
    ) -> EventStream<E.Failure> {
        EventStream(
            client: self,
            request: { () throws(CallError<E.Failure>) in
                var request = try self.request(of: endpoint, callOptions)
                request.acceptsEvents()
                self.prepare(&request, callOptions, for: E.self)
                return request
            },
            callOptions: callOptions,
            options: options
        )
    }

    /// Returns the server-sent events of a declared endpoint, with their data decoded.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint with its inputs.
    ///   - options: The options for reconnecting, and the limits.
    ///   - callOptions: The options of the calls.
    /// - Returns: The values; a declared failure ends the sequence.
    public func events<E: Endpoint, Model: Codable & Sendable>(
        of endpoint: E,
        keeping options: EventStreamOptions = EventStreamOptions(),
        with callOptions: CallOptions = CallOptions()
    ) -> some AsyncSequence<Model, CallError<E.Failure>> & Sendable
    where E.Output == EventFeed<Model> {
        let stream = events(from: endpoint, keeping: options, with: callOptions)
        return EventValues<Model, E.Failure>(stream: stream, name: nil)
    }
}

extension Request {
    /// Adds the header fields of a request for an event stream.
    fileprivate mutating func acceptsEvents() {
        fields[.accept] = "text/event-stream"
        // A cache would store a stream that never ends, and would replay old events.
        fields[.cacheControl] = "no-store"
    }
}
