// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

/// A sequence of server-sent events that reconnects when necessary (WHATWG HTML §9.2).
///
/// ```swift
/// for try await event in client.events("live") {
///     print(event.name, event.data)
/// }
/// ```
///
/// When the connection ends or fails, the stream reconnects and sends the identifier of the last
/// event, so that the server can continue after that event. The stream ends when the server answers
/// 204. It fails in these cases:
/// - The server refuses the request with a 4xx status other than 408 and 429.
/// - The answer is not an event stream.
/// - The number of consecutive failures reaches the limit in the options.
/// - The task is cancelled, or its ``Deadline`` has passed.
///
/// Events that have already arrived are delivered first.
///
/// Events are read no faster than they are consumed. Each iterator has its own connection, which
/// ends when the iterator is released.
public struct EventStream<EndpointFailure: Problem>: AsyncSequence, Sendable {
    /// The events, one at a time.
    public typealias Element = ServerSentEvent
    /// The error of the call that failed.
    public typealias Failure = CallError<EndpointFailure>

    let client: Client
    let request: @Sendable () throws(CallError<EndpointFailure>) -> Request
    let callOptions: CallOptions
    let options: EventStreamOptions

    /// Returns an iterator that connects when it is first asked for an event.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// An iterator that connects when it is first asked for an event, and reconnects when
    /// necessary.
    public struct Iterator: AsyncIteratorProtocol {
        private let stream: EventStream
        private var machine: EventStreamMachine
        private var parser: ServerSentEvent.Parser
        private var answer: OpenResponse<EndpointFailure>?
        private var pieces: Content.Pieces.Iterator?
        private var isOver = false

        init(_ stream: EventStream) {
            self.stream = stream
            machine = EventStreamMachine(stream.options)
            parser = ServerSentEvent.Parser(
                limits: stream.options.limits,
                lastEventID: stream.options.lastEventID ?? ""
            )
        }

        /// The identifier of the last event that had one; pass it to a later stream as
        /// ``EventStreamOptions/lastEventID``.
        public var lastEventID: String { parser.lastEventID }

        /// Returns the next event, or `nil` if the server has ended the stream.
        ///
        /// - Throws: The error of the call that failed.
        public mutating func next() async throws(CallError<EndpointFailure>) -> ServerSentEvent? {
            try await next(isolation: #isolation)
        }

        /// Returns the next event, or `nil` if the server has ended the stream.
        ///
        /// - Parameter actor: The actor that the caller is isolated to.
        /// - Returns: The next event, or `nil` if the server has ended the stream.
        /// - Throws: The error of the call that failed.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CallError<EndpointFailure>) -> ServerSentEvent? {
            do throws(CallError<EndpointFailure>) {
                while !isOver {
                    if let event = try parse() { return event }
                    if pieces == nil { try await connect() } else { try await read() }
                }
                return nil
            } catch {
                close()
                isOver = true
                throw error
            }
        }

        private mutating func parse() throws(CallError<EndpointFailure>) -> ServerSentEvent? {
            guard let answer else { return nil }
            do throws(StreamLimitError) {
                guard let event = try parser.next() else { return nil }
                machine.noteEvent()
                return event
            } catch {
                throw answer.error(error)
            }
        }

        private mutating func close() {
            (answer, pieces) = (nil, nil)
        }

        // MARK: - Turns

        private mutating func connect() async throws(CallError<EndpointFailure>) {
            var request = try stream.request()
            // A header field cannot contain control characters, so an identifier with them is not
            // sent.
            if !parser.lastEventID.isEmpty, Fields.isValid(parser.lastEventID) {
                request.fields[.lastEventID] = parser.lastEventID
            }
            let answer: OpenResponse<EndpointFailure>
            do throws(CallError<EndpointFailure>) {
                answer = try await stream.client.open(request, stream.callOptions)
            } catch {
                return try await fail(error)
            }
            switch machine.verdict(on: answer.response) {
            case .stop: isOver = true
            case .fail(.mediaType(let name)):
                throw answer.unreadable("the answer is \(name), not text/event-stream")
            case .read:
                self.answer = answer
                pieces = answer.response.content.pieces.makeAsyncIterator()
                parser.restart()
            case .again, .fail:
                throw answer.unreadable("the answer is \(answer.response.status), not 200 OK")
            }
        }

        private mutating func read() async throws(CallError<EndpointFailure>) {
            guard var pieces, let answer else { return }
            do {
                if let piece = try await pieces.next() {
                    self.pieces = pieces
                    return parser.feed(piece)
                }
            } catch {
                close()
                return try await fail(answer.error(error))
            }
            close()
            try await follow(
                machine.verdictOnEnd(parser.retryDelay, random: stream.options.random()),
                answer.unreadable("the stream has ended")
            )
        }

        private mutating func fail(
            _ error: CallError<EndpointFailure>
        ) async throws(CallError<EndpointFailure>) {
            let isLate = Deadline.current?.remaining == .zero
            let verdict = machine.verdictOnFailure(
                isTemporary: error.isTemporary && !isLate,
                parser.retryDelay,
                serverDelay: error.retryDelay,
                random: stream.options.random()
            )
            try await follow(verdict, error)
        }

        /// Waits before the next connection, or ends the stream.
        private mutating func follow(
            _ verdict: EventStreamMachine.Verdict,
            _ error: CallError<EndpointFailure>
        ) async throws(CallError<EndpointFailure>) {
            switch verdict {
            case .read: break
            case .stop: isOver = true
            case .fail(.exhausted(let count)):
                throw error.explained("given up after \(count) failures in a row")
            case .fail: throw error
            case .again(let delay):
                if let left = Deadline.current?.remaining, delay >= left {
                    throw CallError(.timedOut, error.record(noting: "the deadline is near"))
                }
                do {
                    try await Stopwatch(stream.options.clock).sleep(for: delay)
                } catch {
                    throw CallError(CancellationError(), CallRecord(try stream.request()))
                }
            }
        }
    }
}

@available(*, unavailable)
extension EventStream.Iterator: Sendable {}

extension FieldName {
    /// The header field with the identifier of the last event that a client received (WHATWG HTML
    /// §9.2.5).
    static let lastEventID = FieldName(known: "Last-Event-ID")
}

extension CallError {
    /// True if connecting again may succeed.
    var isTemporary: Bool {
        switch kind {
        case .timedOut: return true
        case .unreachable:
            return switch transportError?.kind {
            case .tls, .protocolViolation, .redirectRefused: false
            default: true
            }
        case .refused, .failed:
            guard let status else { return false }
            return status.class == .serverError || status == .tooManyRequests
                || status == .requestTimeout
        default: return false
        }
    }

    /// Returns the same error with a reason added to its detail.
    func explained(_ reason: String) -> CallError {
        CallError(kind, record(noting: reason), failure: failure)
    }

    fileprivate func record(noting reason: String) -> CallRecord {
        var record = record
        record.detail = [record.detail, reason].filter { !$0.isEmpty }.joined(separator: "; ")
        return record
    }
}
