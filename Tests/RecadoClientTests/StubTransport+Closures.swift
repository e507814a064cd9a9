// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting

extension StubTransport {
    typealias Answer = @Sendable (Request) throws(TransportError) -> Response

    /// Creates a transport that gets every response from a closure.
    convenience init(_ answer: @escaping Answer) {
        self.init()
        on("* /**") { received throws(TransportError) in try answer(received.request) }
    }

    /// Creates a transport that gives every request the same response.
    convenience init(_ status: Status, _ fields: Fields = [:], _ content: String = "") {
        self.init { _ in Response(status: status, fields: fields, content: Content(content)) }
    }

    /// Creates a transport that answers every request with the same JSON.
    convenience init(json: String, _ status: Status = .ok) {
        self.init(status, [.contentType: "application/json; charset=utf-8"], json)
    }

    var sent: [Request] { requests.map(\.request) }
    var sentTimeouts: [Timeouts] { requests.map(\.timeouts) }
}

extension Client {
    /// Creates a client of the videoclub over a stub, with nothing in between.
    init(_ stub: StubTransport, configure: (inout Settings) -> Void = { _ in }) throws {
        try self.init(
            base: "https://example.org/videoclub",
            transport: stub,
            middleware: .none,
            configure: configure
        )
    }
}

/// Returns the error that a call throws, or `nil` if it throws none.
func callError<Failure>(
    _ operation: () async throws(CallError<Failure>) -> Void
) async -> CallError<Failure>? {
    do {
        try await operation()
        return nil
    } catch {
        return error
    }
}
