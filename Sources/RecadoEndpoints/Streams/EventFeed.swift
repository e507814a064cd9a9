// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An output of events, in the form that browsers and `Client.events(of:)` read (WHATWG HTML §9.2).
///
/// ```swift
/// struct WatchFilms: Endpoint {
///     static let route: Route = "GET /films/changes"
///     typealias Output = EventFeed<FilmChange>
///     @Header<LastEventID, String?> var lastEventID: String? = nil
/// }
///
/// func watch(_ call: WatchFilms) async -> EventFeed<FilmChange> {
///     EventFeed(changes(since: call.lastEventID))
/// }
/// ```
///
/// Each event's value travels as JSON. The next event is requested when the client has accepted the
/// previous ones, so that a slow client costs no memory; the sequence decides what happens to
/// events in the meantime. The task that waits for the sequence is cancelled when the client
/// disconnects. When the sequence ends or throws, the client reconnects, with the identifier of the
/// last event that had one.
public struct EventFeed<Value: Codable & Sendable>: Sendable {
    private let makeContent: @Sendable (Format) -> Content

    /// Creates an output of events.
    ///
    /// - Parameters:
    ///   - events: The events, which are iterated once.
    ///   - silence: The time without an event after which a comment is sent, to keep proxies from
    ///     closing the connection and to notice that a client has gone; 15 seconds by default, a
    ///     quarter of the time that common proxies allow.
    ///   - retryDelay: The time after which the client reconnects; by default the client decides.
    public init<Events: AsyncSequence & Sendable>(
        _ events: Events,
        fillingSilenceOf silence: Duration = .seconds(15),
        retryingAfter retryDelay: Duration? = nil
    ) where Events.Element == Event {
        let beginning = Self.beginning(retryDelay)
        makeContent = { format in
            let framing = FeedFraming<Event>(beginning: beginning) { event, _ in
                try event.bytes(in: format)
            }
            let source = FeedSource(events, framing)
            return Content(reading: PacedSource(source, silence, filler: feedComment))
        }
    }

    /// Creates an output of events that are also sent to other clients.
    ///
    /// - Parameters:
    ///   - events: The events; a client that falls behind is sent only the latest event.
    ///   - silence: The time without an event after which a comment is sent; 15 seconds by default.
    ///   - retryDelay: The time after which the client reconnects.
    package init(
        sharing events: any SharedEvents<Value>,
        fillingSilenceOf silence: Duration = .seconds(15),
        retryingAfter retryDelay: Duration
    ) {
        let beginning = Self.beginning(retryDelay)
        makeContent = { format in
            Content(
                reading: SharedEventSource(events, in: format, beginning: beginning, silence)
            )
        }
    }

    /// Returns the first bytes of the content.
    ///
    /// They cause the head of the response to be sent, so that the client knows that it is
    /// connected.
    private static func beginning(_ retryDelay: Duration?) -> [UInt8] {
        retryDelay.map { Array("retry: \($0.milliseconds)\n\n".utf8) } ?? feedComment
    }

    /// Creates an output of values, each of which is an event without name and identifier.
    ///
    /// - Parameters:
    ///   - values: The values, which are iterated once.
    ///   - silence: The time without an event after which a comment is sent; 15 seconds by default.
    public init<Values: AsyncSequence & Sendable>(
        of values: Values,
        fillingSilenceOf silence: Duration = .seconds(15)
    ) where Values.Element == Value {
        self.init(values.map { Event($0) }, fillingSilenceOf: silence)
    }
}

extension EventFeed: StreamedOutput {
    package typealias Element = Value

    package static var isLive: Bool { true }

    package static func formats(among formats: [Format]) -> [Format] {
        [formats.json.sent(as: .eventStream, ending: "events")]
    }

    /// Returns the events as content, for a handler that answers without an endpoint.
    ///
    /// - Parameter format: The format of the data of each event, such as `.json`.
    /// - Returns: The content, which requests events no faster than the client accepts them.
    public func content(in format: Format) -> Content { makeContent(format) }
}

extension EventFeed: Codable {
    /// Throws an error, because events are read one by one.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }

    /// Throws an error, because events are written one by one.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            self,
            .init(codingPath: encoder.codingPath, debugDescription: StreamCoding.refuse(Self.self))
        )
    }
}

/// The field in which a client names the last event that it has received (WHATWG HTML §9.2.5).
public enum LastEventID: HeaderName {
    /// Last-Event-ID.
    public static let fieldName = FieldName(known: "Last-Event-ID")
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflows ? .max : max(0, whole + attoseconds / 1_000_000_000_000_000)
    }
}
