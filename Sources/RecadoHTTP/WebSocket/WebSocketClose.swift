// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The content of a close frame: a code and perhaps a reason (RFC 6455 §5.5.1).
public struct WebSocketClose: Error, Sendable, Hashable {
    /// The code for the reason that the WebSocket ends.
    public let code: Code
    /// The reason in words, for diagnosis; at most 123 bytes of it are sent.
    public let reason: String

    /// The maximum size of a reason in bytes: the capacity of a control frame, less the code.
    static let reasonLimit = 123

    /// Creates the content of a close frame.
    ///
    /// - Parameters:
    ///   - code: The code for the reason that the WebSocket ends.
    ///   - reason: The reason. If it is too long, whole characters are removed from its end.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// A number for the reason that a WebSocket ends (RFC 6455 §7.4).
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The number in the close frame.
        public let rawValue: UInt16

        /// Creates a code; 4000 to 4999 are reserved for applications.
        ///
        /// - Parameter rawValue: The number.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// Creates a code; 4000 to 4999 are reserved for applications.
        ///
        /// - Parameter number: The number.
        public init(_ number: UInt16) {
            rawValue = number
        }

        /// The connection has served its purpose.
        public static let normal = Code(1000)
        /// A server shuts down, or a client leaves.
        public static let goingAway = Code(1001)
        /// The other side violated the protocol.
        public static let protocolError = Code(1002)
        /// The receiver does not accept this kind of message, such as bytes where it expects text.
        public static let unsupportedData = Code(1003)
        /// No code was given; this code is never sent.
        public static let noStatus = Code(1005)
        /// The connection ended without a close frame; this code is never sent.
        public static let abnormal = Code(1006)
        /// A message does not match its kind: a text is not UTF-8, or compressed data is corrupt.
        public static let invalidData = Code(1007)
        /// A message breaks a rule of the application.
        public static let policyViolation = Code(1008)
        /// A message is too big.
        public static let tooBig = Code(1009)
        /// The server has not agreed to an extension that the client needs.
        public static let missingExtension = Code(1010)
        /// The server met an unexpected condition.
        public static let internalError = Code(1011)
        /// The server restarts.
        public static let restarting = Code(1012)
        /// The server is overloaded.
        public static let tryAgainLater = Code(1013)
        /// A gateway received an invalid response.
        public static let badGateway = Code(1014)

        /// True if the code may be sent in a frame (RFC 6455 §7.4, and the registry of IANA).
        public var mayBeSent: Bool {
            switch rawValue {
            case 1000...1003, 1007...1014, 3000...4999: true
            default: false
            }
        }

        /// True if the WebSocket ended as expected: ``normal``, ``goingAway``, or without a code.
        public var isOrdinary: Bool { self == .normal || self == .goingAway || self == .noStatus }
    }
}

extension WebSocketClose {
    /// Reads the payload of a close frame.
    init(payload: [UInt8]) throws(WebSocketProtocolError) {
        if payload.isEmpty {
            self.init(.noStatus)
            return
        }
        guard payload.count >= 2 else {
            throw WebSocketProtocolError(.protocolError, "a close frame of one byte")
        }
        let code = Code(UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.mayBeSent else {
            throw WebSocketProtocolError(.protocolError, "the close code \(code) is not to be sent")
        }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else {
            throw WebSocketProtocolError(.invalidData, "the reason of a close frame is no UTF-8")
        }
        self.init(code, reason)
    }

    /// The payload of a close frame; empty for a code that is never sent.
    var payload: [UInt8] {
        guard code.mayBeSent else { return [] }
        var text = Substring(reason)
        while text.utf8.count > Self.reasonLimit { text.removeLast() }
        return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + text.utf8
    }
}

extension WebSocketClose: CustomStringConvertible {
    /// The code without the reason, which is for people to read and not for logs.
    public var description: String { "closed with \(code)" }
}

extension WebSocketClose.Code: CustomStringConvertible {
    /// The number, in decimal.
    public var description: String { "\(rawValue)" }
}
