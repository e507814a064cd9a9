// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
public import RecadoTransport

/// Something that goes wrong with one request.
public struct Fault: Sendable, Hashable {
    enum Effect: Sendable, Hashable {
        case none
        case error(TransportError)
        case errorAfterSending(TransportError)
        case answer(Status, Fields, String)
        case slowHead(Duration)
        case drop(after: Int)
        case drip(bytes: Int, every: Duration)
        case wrongLength(by: Int)
        case garbage(seed: UInt64)
    }

    let effect: Effect

    private init(_ effect: Effect) {
        self.effect = effect
    }

    /// No fault.
    public static let none = Fault(.none)

    // MARK: - Before the answer

    /// Nobody listens: the request is not sent.
    public static let refused = Fault(.error(TransportError(.cannotConnect, "fault")))

    /// The name of the host is not known: the request is not sent.
    public static let unresolved = Fault(.error(TransportError(.cannotResolve, "fault")))

    /// The connection is reset before the head of the answer; the server may have acted already.
    public static let reset = Fault(.errorAfterSending(TransportError(.connectionLost, "fault")))

    /// The request is not sent, and fails with an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of error that happens instead.
    ///   - detail: The particulars.
    /// - Returns: The fault.
    public static func error(_ kind: TransportError.Kind, _ detail: String = "fault") -> Fault {
        Fault(.error(TransportError(kind, detail)))
    }

    /// The head of the answer comes late, or never if that exceeds a timeout.
    ///
    /// - Parameter delay: The time by which the head is late.
    /// - Returns: The fault.
    public static func slowHead(_ delay: Duration) -> Fault { Fault(.slowHead(delay)) }

    // MARK: - Answers of its own

    /// The server refuses the request, since there are too many: 429 (RFC 6585 §4).
    ///
    /// - Parameter delay: The time that Retry-After asks for, in whole seconds; `nil` omits it.
    /// - Returns: The fault.
    public static func tooManyRequests(retryAfter delay: Duration? = nil) -> Fault {
        refusal(.tooManyRequests, delay)
    }

    /// The server is unavailable: 503.
    ///
    /// - Parameter delay: The time that Retry-After asks for, in whole seconds; `nil` omits it.
    /// - Returns: The fault.
    public static func unavailable(retryAfter delay: Duration? = nil) -> Fault {
        refusal(.serviceUnavailable, delay)
    }

    private static func refusal(_ status: Status, _ delay: Duration?) -> Fault {
        var fields: Fields = [.contentType: "text/plain"]
        if let delay { fields[.retryAfter] = "\(max(delay.components.seconds, 0))" }
        return Fault(.answer(status, fields, status.description))
    }

    // MARK: - In the content of the answer

    /// The connection is lost in the middle of the content.
    ///
    /// - Parameter count: The number of bytes that arrive before that; shorter content arrives
    ///   complete.
    /// - Returns: The fault.
    public static func drop(after count: Int) -> Fault { Fault(.drop(after: max(count, 0))) }

    /// The content arrives in small pieces, with pauses between them.
    ///
    /// - Parameters:
    ///   - count: The number of bytes in each piece; at least one.
    ///   - interval: The pause before each piece. A timeout ends the transfer.
    /// - Returns: The fault.
    public static func drip(_ count: Int, every interval: Duration) -> Fault {
        Fault(.drip(bytes: max(count, 1), every: interval))
    }

    /// The length that the answer announces is not that of its content.
    ///
    /// - Parameter count: The number of bytes that are announced in addition to those that arrive,
    ///   so that the connection is lost at the end; if negative, the number of bytes that are not
    ///   announced, so that the last bytes are never read.
    /// - Returns: The fault.
    public static func wrongLength(by count: Int) -> Fault { Fault(.wrongLength(by: count)) }

    /// The content has the right length, but its bytes are random.
    ///
    /// - Parameter seed: The seed of the bytes: the same seed gives the same bytes.
    /// - Returns: The fault.
    public static func garbage(seed: UInt64 = 1) -> Fault { Fault(.garbage(seed: seed)) }
}
