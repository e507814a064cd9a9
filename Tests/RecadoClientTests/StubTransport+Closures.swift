// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting

extension StubTransport {
    typealias Answer = @Sendable (Request) throws(TransportError) -> Response

    /// A transport that answers everything out of a closure.
    convenience init(_ answer: @escaping Answer) {
        self.init()
        on("* /**") { received throws(TransportError) in try answer(received.request) }
    }

    /// A transport that answers everything in the same way.
    convenience init(_ status: Status, _ fields: Fields = [:], _ content: String = "") {
        self.init { _ in Response(status: status, fields: fields, content: Content(content)) }
    }

    /// A transport that answers everything with JSON.
    convenience init(json: String, _ status: Status = .ok) {
        self.init(status, [.contentType: "application/json; charset=utf-8"], json)
    }

    var sent: [Request] { requests.map(\.request) }
    var sentTimeouts: [Timeouts] { requests.map(\.timeouts) }
}

extension Client {
    /// A client of the videoclub over a stub, with nothing in between.
    init(_ stub: StubTransport, configure: (inout Settings) -> Void = { _ in }) throws {
        try self.init(
            base: "https://example.org/videoclub",
            transport: stub,
            middleware: .none,
            configure: configure
        )
    }
}

/// The error that a call throws, if it is one of calls.
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
