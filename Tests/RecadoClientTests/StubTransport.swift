// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// A transport that notes requests and answers them out of a closure.
final class StubTransport: Transport {
    typealias Answer = @Sendable (Request) throws(TransportError) -> Response

    private let noted = Mutex<[(Request, Timeouts)]>([])
    private let answer: Answer

    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// A transport that answers everything in the same way.
    convenience init(_ status: Status, _ fields: Fields = [:], _ content: String = "") {
        self.init { _ in Response(status: status, fields: fields, content: Content(content)) }
    }

    /// A transport that answers everything with JSON.
    convenience init(json: String, _ status: Status = .ok) {
        self.init(status, [.contentType: "application/json; charset=utf-8"], json)
    }

    var requests: [Request] { noted.withLock { $0.map(\.0) } }
    var timeouts: [Timeouts] { noted.withLock { $0.map(\.1) } }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        noted.withLock { $0.append((request, timeouts)) }
        return try answer(request)
    }
}

extension Client {
    /// A client of the videoclub over a stub, with nothing in between.
    init(_ stub: StubTransport, configure: (inout Settings) -> Void = { _ in }) throws {
        try self.init(
            base: "https://example.org/videoclub",
            transport: stub,
            layers: .none,
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
