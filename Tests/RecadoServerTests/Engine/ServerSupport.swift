// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import RecadoServer
import Synchronization

/// A handler that is a function.
struct FunctionHandler: Handler {
    let function: @Sendable (Request) async -> Response

    func handle(_ request: Request) -> PendingResponse { .later { await function(request) } }
}

extension ServerConfiguration {
    /// One loop on a free port, with changes.
    static func testing(
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = 1
        configuration.trustsLoopback = true
        // On a machine that does much else a loop may have to wait for a processor.
        configuration.limits.waiting = .seconds(3_600)
        change(&configuration)
        return configuration
    }
}

/// Runs a server for the time of a function, which is called with the port.
func withServer(
    _ configuration: ServerConfiguration = .testing(),
    handler: FunctionHandler,
    body: (UInt16) async throws -> Void
) async throws {
    try await withServer(configuration, running: handler, body: body)
}

/// Runs a server with any handler for the time of a function, which is called with the port.
func withServer(
    _ configuration: ServerConfiguration = .testing(),
    running handler: some Handler,
    body: (UInt16) async throws -> Void
) async throws {
    let server = Server(configuration, handler: handler)
    let port = try await server.start()[0].port ?? 0
    do {
        try await body(port)
    } catch {
        await server.shutdown(grace: .zero)
        throw error
    }
    await server.shutdown(grace: .zero)
}

extension FunctionHandler {
    /// Answers with what the request was.
    static let mirror = FunctionHandler { request in await answer(request) }
}

private func answer(_ request: Request) async -> Response {
    do {
        let content = try await request.content.collect(upTo: 1 << 20)
        let text = "\(request.method) \(request.target) \(String(decoding: content, as: UTF8.self))"
        return Response(status: .ok, fields: [.contentType: "text/plain"], content: Content(text))
    } catch {
        return Response(status: .badRequest, content: Content("\(error)"))
    }
}

/// Something that happens once, and those who wait for it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when the gate is open, whether the task is cancelled or not.
    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(waiter) }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }
}

/// Returns when the task is cancelled.
func waitForCancellation() async {
    let gate = Gate()
    await withTaskCancellationHandler {
        await gate.wait()
    } onCancel: {
        gate.open()
    }
}

/// A source of as many pieces as a function gives.
final class FunctionSource: ContentSource {
    let length: Int?
    private let function: @Sendable () async throws -> [UInt8]?
    private let released: Gate?

    init(
        length: Int? = nil,
        released: Gate? = nil,
        _ function: @escaping @Sendable () async throws -> [UInt8]?
    ) {
        self.length = length
        self.released = released
        self.function = function
    }

    deinit { released?.open() }

    func next() async throws -> [UInt8]? { try await function() }
}

/// A source of given pieces.
func source(_ pieces: [String], length: Int? = nil) -> FunctionSource {
    let rest = Mutex(pieces[...])
    return FunctionSource(length: length) { rest.withLock { $0.popFirst() }.map { Array($0.utf8) } }
}

/// A count that tasks share.
final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add(_ number: Int) { count.withLock { $0 += number } }
}

/// The thread that runs the present code.
struct ThreadIdentity: Equatable {
    private let number: UInt

    static var current: ThreadIdentity { ThreadIdentity(number: UInt(pthread_self())) }
}

/// The last value that something had.
final class Recorder<Value: Sendable>: Sendable {
    private let storage = Mutex<Value?>(nil)

    var value: Value? { storage.withLock { $0 } }

    func record(_ value: Value) { storage.withLock { $0 = value } }
}
