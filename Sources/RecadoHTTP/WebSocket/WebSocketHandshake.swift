// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto

/// The handshake that turns an HTTP/1.1 connection into a WebSocket (RFC 6455 §4).
package enum WebSocketHandshake {
    /// The reason that a connection does not become a WebSocket.
    package struct HandshakeError: Error, Sendable, Hashable, CustomStringConvertible {
        /// A description of the reason, in one line.
        package let description: String
        /// The status of the server's response.
        package let status: Status
        /// The fields of the server's response.
        package let fields: Fields

        init(_ detail: String, status: Status = .badRequest, fields: Fields = [:]) {
            description = detail
            self.status = status
            self.fields = fields
        }
    }

    /// The options that both sides have agreed on.
    package struct Agreement: Sendable, Hashable {
        /// The protocol within the WebSocket, which the server has chosen from the client's offers.
        package var subprotocol: String?
        /// The parameters of compression; `nil` when messages are not compressed.
        package var deflate: WebSocketDeflate?

        package init() {}
    }

    package static let version = "13"
    package static let keyField: FieldName = "Sec-WebSocket-Key"
    package static let acceptField: FieldName = "Sec-WebSocket-Accept"
    package static let versionField: FieldName = "Sec-WebSocket-Version"
    package static let protocolField: FieldName = "Sec-WebSocket-Protocol"
    package static let extensionsField: FieldName = "Sec-WebSocket-Extensions"

    /// Returns a key of 16 random bytes, in Base64.
    package static func makeKey() -> String { Base64.encode(RandomBytes.make(16)) }

    /// Returns the Sec-WebSocket-Accept value with which a server answers a key (§4.2.2); `nil` if
    /// the system's library has no SHA-1.
    package static func accept(for key: String) -> String? {
        let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        return HashFunction.sha1.hash(Array((key + suffix).utf8)).map { Base64.encode($0) }
    }

    // MARK: - The client

    /// The options that a client offers.
    package struct Offer: Sendable, Hashable {
        package let key: String
        package let protocols: [String]
        package let offersCompression: Bool

        /// Creates an offer; the names of the protocols must be different tokens (§4.1).
        package init(
            key: String,
            protocols: [String],
            offersCompression: Bool
        ) throws(HandshakeError) {
            guard protocols.allSatisfy({ Token.isValid($0) }) else {
                throw HandshakeError("the name of a protocol is no token")
            }
            guard Set(protocols).count == protocols.count else {
                throw HandshakeError("a protocol is named twice")
            }
            self.key = key
            self.protocols = protocols
            self.offersCompression = offersCompression
        }

        /// The fields that turn a GET request into an opening handshake.
        package var fields: Fields {
            var fields: Fields = [
                .upgrade: "websocket", .connection: "Upgrade",
                keyField: key, versionField: version,
            ]
            if !protocols.isEmpty { fields[protocolField] = protocols.joined(separator: ", ") }
            if offersCompression { fields[extensionsField] = WebSocketDeflate.offer }
            return fields
        }

        /// Checks a 101 response and returns the options that both sides agreed on (§4.1).
        package func agreement(in fields: Fields) throws(HandshakeError) -> Agreement {
            guard fields[list: .upgrade].map({ $0.lowercased() }) == ["websocket"] else {
                throw HandshakeError("Upgrade is not websocket")
            }
            guard fields.names("upgrade", in: .connection) else {
                throw HandshakeError("Connection does not say Upgrade")
            }
            guard let accept = accept(for: key), fields[values: acceptField] == [accept] else {
                throw HandshakeError("Sec-WebSocket-Accept does not fit the key")
            }
            var agreement = Agreement()
            agreement.subprotocol = try subprotocol(in: fields)
            agreement.deflate = try deflate(in: fields)
            return agreement
        }

        private func subprotocol(in fields: Fields) throws(HandshakeError) -> String? {
            let values = fields[values: protocolField]
            guard let name = values.first else { return nil }
            guard values.count == 1, protocols.contains(name) else {
                throw HandshakeError("the server chose a protocol that was not offered")
            }
            return name
        }

        private func deflate(in fields: Fields) throws(HandshakeError) -> WebSocketDeflate? {
            let extensions = fields[list: extensionsField]
            guard let answer = extensions.first else { return nil }
            guard extensions.count == 1, offersCompression else {
                throw HandshakeError("the server chose an extension that was not offered")
            }
            return try WebSocketDeflate(answer: answer)
        }
    }

    // MARK: - The server

    /// Checks a request and answers it (§4.2).
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - protocols: The protocols that the server speaks, the best first.
    ///   - allowsCompression: True if messages may be compressed.
    /// - Returns: The fields of the 101 response, and the agreement.
    /// - Throws: The error that a server answers with instead.
    package static func answer(
        _ request: Request,
        protocols: [String] = [],
        allowsCompression: Bool
    ) throws(HandshakeError) -> (Fields, Agreement) {
        let fields = request.fields
        try checkUpgrade(request)
        let keys = fields[values: keyField]
        guard keys.count == 1, let key = keys.first, Base64.decode(key)?.count == 16 else {
            throw HandshakeError("expected a key of 16 bytes")
        }
        guard let accept = accept(for: key) else {
            throw HandshakeError("this machine's library has no SHA-1", status: .notImplemented)
        }
        var agreement = Agreement()
        let offered = fields[list: protocolField].map(String.init)
        agreement.subprotocol = protocols.first { offered.contains($0) }
        if allowsCompression {
            agreement.deflate = WebSocketDeflate(offers: fields[list: extensionsField])
        }
        var answer: Fields = [
            .upgrade: "websocket", .connection: "Upgrade", acceptField: accept,
        ]
        answer[protocolField] = agreement.subprotocol
        answer[extensionsField] = agreement.deflate?.answer
        return (answer, agreement)
    }

    private static func checkUpgrade(_ request: Request) throws(HandshakeError) {
        let fields = request.fields
        guard request.method == .get else {
            throw HandshakeError("expected GET", status: .methodNotAllowed, fields: [.allow: "GET"])
        }
        guard fields.names("websocket", in: .upgrade), fields.names("upgrade", in: .connection)
        else {
            throw HandshakeError(
                "expected Upgrade: websocket",
                status: .upgradeRequired,
                fields: [.upgrade: "websocket", .connection: "Upgrade"]
            )
        }
        guard fields[values: versionField] == [version] else {
            throw HandshakeError(
                "expected version \(version)",
                status: .upgradeRequired,
                fields: [
                    .upgrade: "websocket", .connection: "Upgrade", versionField: version,
                ]
            )
        }
    }
}

extension Fields {
    /// True if a list field contains a member, compared without regard to case.
    fileprivate func names(_ member: String, in name: FieldName) -> Bool {
        self[list: name].contains { $0.lowercased() == member }
    }
}
