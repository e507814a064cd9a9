// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
public import RecadoTransport

/// A failure or a delay that a ``FaultTransport`` adds to one request.
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

    /// The connection is refused, as if no server listened; the request is not sent.
    public static let refused = Fault(.error(TransportError(.cannotConnect, "fault")))

    /// The name of the host cannot be resolved; the request is not sent.
    public static let unresolved = Fault(.error(TransportError(.cannotResolve, "fault")))

    /// The connection is reset before the header section of the answer arrives; the server may have
    /// processed the request.
    public static let reset = Fault(.errorAfterSending(TransportError(.connectionLost, "fault")))

    /// The request is not sent, and fails with an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - detail: The detail of the error, for its description.
    /// - Returns: The fault.
    public static func error(_ kind: TransportError.Kind, _ detail: String = "fault") -> Fault {
        Fault(.error(TransportError(kind, detail)))
    }

    /// The header section of the answer arrives late; if the delay exceeds a timeout, the request
    /// times out.
    ///
    /// - Parameter delay: The time by which the header section is delayed.
    /// - Returns: The fault.
    public static func slowHead(_ delay: Duration) -> Fault { Fault(.slowHead(delay)) }

    // MARK: - Answers of its own

    /// The server answers 429, because the client has sent too many requests (RFC 6585 §4).
    ///
    /// - Parameter delay: The time that Retry-After asks for, in whole seconds; `nil` omits it.
    /// - Returns: The fault.
    public static func tooManyRequests(retryAfter delay: Duration? = nil) -> Fault {
        refusal(.tooManyRequests, delay)
    }

    /// The server answers 503, because it is unavailable.
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
    /// - Parameter count: The number of bytes that arrive before the connection is lost; shorter
    ///   content arrives complete.
    /// - Returns: The fault.
    public static func drop(after count: Int) -> Fault { Fault(.drop(after: max(count, 0))) }

    /// The content arrives a few bytes at a time, after pauses.
    ///
    /// - Parameters:
    ///   - count: The number of bytes that arrive after each pause; at least one.
    ///   - interval: The duration of each pause. If the pauses exceed a timeout, the transfer
    ///     fails.
    /// - Returns: The fault.
    public static func drip(_ count: Int, every interval: Duration) -> Fault {
        Fault(.drip(bytes: max(count, 1), every: interval))
    }

    /// The answer announces a wrong length for its content.
    ///
    /// - Parameter count: The difference between the announced and the real length in bytes. If it
    ///   is positive, the connection is lost before all announced bytes have arrived; if it is
    ///   negative, the last bytes are never read.
    /// - Returns: The fault.
    public static func wrongLength(by count: Int) -> Fault { Fault(.wrongLength(by: count)) }

    /// The content has the right length, but its bytes are random.
    ///
    /// - Parameter seed: The seed of the random bytes; the same seed always produces the same
    ///   bytes.
    /// - Returns: The fault.
    public static func garbage(seed: UInt64 = 1) -> Fault { Fault(.garbage(seed: seed)) }
}
