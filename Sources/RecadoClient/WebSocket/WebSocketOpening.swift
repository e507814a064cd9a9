// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The opening handshake of a WebSocket: connects, sends the request, and checks the response (RFC
/// 6455 §4.1).
struct WebSocketOpening {
    /// A connection that has become a WebSocket.
    struct Opened {
        let connection: any ByteConnection
        let response: Response
        let agreement: WebSocketHandshake.Agreement
        /// The bytes that arrived after the response, which belong to the WebSocket.
        let rest: [UInt8]
    }

    private let request: Request
    private let offer: WebSocketHandshake.Offer
    private let timeouts: Timeouts
    private let stopwatch: Stopwatch

    init(
        _ request: Request,
        protocols: [String],
        timeouts: Timeouts,
        options: WebSocket.Options
    ) throws(WebSocketError) {
        do {
            offer = try WebSocketHandshake.Offer(
                key: WebSocketHandshake.makeKey(),
                protocols: protocols,
                offersCompression: options.offersCompression
            )
        } catch {
            throw WebSocketError(.invalid, error.description)
        }
        try Self.check(request)
        self.request = request
        self.timeouts = timeouts
        stopwatch = Stopwatch(options.clock)
    }

    /// Connects and sends the request, within the timeouts.
    func open(over connector: any ByteConnecting) async throws(WebSocketError) -> Opened {
        let connection: any ByteConnection
        do {
            connection = try await connector.connect(for: request, timeouts: timeouts)
        } catch {
            throw WebSocketError(error)
        }
        do {
            return try await handshake(on: connection)
        } catch {
            connection.close()
            throw error
        }
    }

    // MARK: - The request

    /// The header fields that a caller must not set, because the handshake sets them or because
    /// they would change where the request ends.
    private static let ownNames: [FieldName] = [
        .connection, .upgrade, .contentLength, .transferEncoding,
        WebSocketHandshake.keyField, WebSocketHandshake.acceptField,
        WebSocketHandshake.versionField, WebSocketHandshake.protocolField,
        WebSocketHandshake.extensionsField,
    ]

    private static func check(_ request: Request) throws(WebSocketError) {
        for name in ownNames where request.fields.contains(name) {
            throw WebSocketError(.invalid, "the field \(name) is the opening's own")
        }
        if let host = request.fields[.host], host != request.authority {
            throw WebSocketError(.invalid, "Host differs from the authority")
        }
        let isVisible = [request.authority, request.target].allSatisfy { text in
            !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
        guard isVisible, request.target.hasPrefix("/") else {
            throw WebSocketError(.invalid, "expected a host and a target that begins with a slash")
        }
    }

    /// The request as bytes, in the form in which it is sent.
    private var head: [UInt8] {
        var fields = request.fields
        fields.removeAll(.host)
        for field in offer.fields { fields.append(field.value, to: field.name) }
        var bytes = Array("GET \(request.target) HTTP/1.1\r\nHost: \(request.authority)\r\n".utf8)
        for entry in fields.entries {
            bytes += fields.nameBytes(of: entry)
            bytes += [UInt8(ascii: ":"), UInt8(ascii: " ")]
            bytes += fields.valueBytes(of: entry)
            bytes += [0x0D, 0x0A]
        }
        return bytes + [0x0D, 0x0A]
    }

    // MARK: - The answer

    private func handshake(
        on connection: any ByteConnection
    ) async throws(WebSocketError) -> Opened {
        let total = timeouts.after(stopwatch.now).total
        let budget = [timeouts.idle, total].compactMap { $0 }.min()
        let stopwatch = stopwatch
        // At the time limit, closing the connection resumes the task that waits for the response.
        let (result, isLate) = await withTaskGroup(of: Bool.self) { group in
            if let budget {
                group.addTask {
                    guard (try? await stopwatch.sleep(for: budget)) != nil else { return false }
                    connection.close()
                    return true
                }
            }
            let result = await exchange(on: connection)
            group.cancelAll()
            var isLate = false
            for await ranOut in group { isLate = isLate || ranOut }
            return (result, isLate)
        }
        if isLate {
            throw WebSocketError(.timedOut, "\(request.authority): no answer in \(budget ?? .zero)")
        }
        return try result.get()
    }

    private func exchange(
        on connection: any ByteConnection
    ) async -> Result<Opened, WebSocketError> {
        connection.write(head)
        do throws(WebSocketError) {
            var answer = UpgradeResponse()
            while true {
                guard let piece = try await read(connection) else {
                    throw WebSocketError(.unreachable, "the connection ended without an answer")
                }
                guard let response = try answer.feed(piece) else { continue }
                guard response.status == .switchingProtocols else {
                    throw try await refusal(response, answer, connection)
                }
                return .success(
                    Opened(
                        connection: connection,
                        response: response,
                        agreement: try agreement(in: response),
                        rest: Array(answer.rest)
                    )
                )
            }
        } catch {
            return .failure(error)
        }
    }

    private func agreement(
        in response: Response
    ) throws(WebSocketError) -> WebSocketHandshake.Agreement {
        do {
            return try offer.agreement(in: response.fields)
        } catch {
            throw WebSocketError(.badHandshake, error.description, response: response)
        }
    }

    /// Returns the error for a response other than 101, with its content up to the limit.
    private func refusal(
        _ response: Response,
        _ answer: UpgradeResponse,
        _ connection: any ByteConnection
    ) async throws(WebSocketError) -> WebSocketError {
        var (response, answer) = (response, answer)
        var isEnd = false
        while true {
            if let content = answer.content(isEnd: isEnd) {
                response.content = Content(content)
                return WebSocketError(.refused, "\(response.status)", response: response)
            }
            // If the content is interrupted, the part that has arrived is kept.
            let piece = try? await read(connection)
            if Task.isCancelled { throw WebSocketError(.cancelled) }
            isEnd = piece == nil
            _ = try answer.feed(piece ?? [])
        }
    }

    private func read(
        _ connection: any ByteConnection
    ) async throws(WebSocketError) -> [UInt8]? {
        do {
            return try await connection.read()
        } catch {
            throw WebSocketError(error)
        }
    }
}
