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
    /// Returns a configuration with one event loop and a free port, after applying `change`.
    static func testing(
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = 1
        configuration.trustsLoopback = true
        // On a busy machine an event loop may have to wait long for a processor.
        configuration.limits.waiting = .seconds(3_600)
        change(&configuration)
        return configuration
    }
}

/// Runs a server while `body` runs, which gets the server's port.
func withServer(
    _ configuration: ServerConfiguration = .testing(),
    handler: FunctionHandler,
    body: (UInt16) async throws -> Void
) async throws {
    try await withServer(configuration, running: handler, body: body)
}

/// Runs a server with any handler while `body` runs, which gets the server's port.
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
    /// A handler that answers with the method, target and content of the request.
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

/// An event that happens once and that tasks can wait for.
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

    /// Waits until the gate is open, even if the task is cancelled.
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

/// Waits until the task is cancelled.
func waitForCancellation() async {
    let gate = Gate()
    await withTaskCancellationHandler {
        await gate.wait()
    } onCancel: {
        gate.open()
    }
}

/// A source that gets each piece from a function.
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

/// Returns a source of given pieces.
func source(_ pieces: [String], length: Int? = nil) -> FunctionSource {
    let rest = Mutex(pieces[...])
    return FunctionSource(length: length) { rest.withLock { $0.popFirst() }.map { Array($0.utf8) } }
}

/// A counter that tasks share.
final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add(_ number: Int) { count.withLock { $0 += number } }
}

/// Identifies the thread that runs the current code.
struct ThreadIdentity: Equatable {
    private let number: UInt

    static var current: ThreadIdentity { ThreadIdentity(number: UInt(pthread_self())) }
}

/// Keeps the last value that was recorded.
final class Recorder<Value: Sendable>: Sendable {
    private let storage = Mutex<Value?>(nil)

    var value: Value? { storage.withLock { $0 } }

    func record(_ value: Value) { storage.withLock { $0 = value } }
}
