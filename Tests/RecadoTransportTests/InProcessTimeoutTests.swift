// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Timeouts of in-process calls` {
    /// Answers `/now` at once, `/later` in a task, and any other path only after it was cancelled.
    private final class Patience: Handler {
        let hasBegun = Event()
        private let cancelledTargets = Mutex<[String]>([])
        private let handlingTasks = Mutex<Set<Int>>([])

        /// The targets of the cancelled requests whose handlers have ended.
        var cancelled: [String] { cancelledTargets.withLock { $0 } }
        /// The tasks in which the handler was called.
        var tasks: Set<Int> { handlingTasks.withLock { $0 } }

        func handle(_ request: Request) -> PendingResponse {
            if let task = Patience.task { handlingTasks.withLock { _ = $0.insert(task) } }
            let answer = Response(status: .ok, content: Content(request.target))
            switch request.target {
            case "/now": return .now(answer)
            case "/later": return .later { answer }
            default:
                return .later { [self] in
                    let forever = Event()
                    await withTaskCancellationHandler {
                        hasBegun.happen()
                        await forever.wait()
                    } onCancel: {
                        forever.happen()
                    }
                    // The handler takes a while to end after it was cancelled.
                    for _ in 0..<100 { await Task.yield() }
                    cancelledTargets.withLock { $0.append(request.target) }
                    return answer
                }
            }
        }

        /// Identifies the current task.
        static var task: Int? { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } }
    }

    private let handler = Patience()
    private var transport: InProcessTransport { InProcessTransport(handler) }

    private func send(
        _ target: String,
        _ timeouts: Timeouts
    ) async -> Result<Response, TransportError> {
        let request = Request(method: .get, authority: "localhost", target: target)
        do throws(TransportError) {
            return .success(try await transport.send(request, timeouts: timeouts))
        } catch {
            return .failure(error)
        }
    }

    private static func kind(_ result: Result<Response, TransportError>) -> TransportError.Kind? {
        if case .failure(let error) = result { error.kind } else { nil }
    }

    @Test(arguments: [
        Timeouts(idle: .milliseconds(5), total: nil), Timeouts(idle: nil, total: .milliseconds(5)),
        Timeouts(idle: .milliseconds(5), total: .seconds(600)),
        Timeouts(idle: .seconds(600), total: .zero),
    ])
    func `a timeout cancels the handler, and the call ends when the handler returns`(
        timeouts: Timeouts
    ) async {
        let result = await send("/never", timeouts)
        #expect(Self.kind(result) == .timedOut(.waiting))
        #expect(handler.cancelled == ["/never"])
    }

    @Test(arguments: [nil, Duration.seconds(600)])
    func `a cancelled call cancels the handler and waits until it returns`(limit: Duration?) async {
        let call = Task { await send("/never", Timeouts(idle: limit, total: nil)) }
        await handler.hasBegun.wait()
        #expect(handler.cancelled.isEmpty)
        call.cancel()
        #expect(Self.kind(await call.value) == .cancelled)
        #expect(handler.cancelled == ["/never"])
    }

    @Test func `a handler that answers at once runs in the caller's task`() async throws {
        let task = try #require(Patience.task)
        let response = try await send("/now", Timeouts()).get()
        #expect(response.content.bytes == Array("/now".utf8))
        #expect(handler.tasks == [task])
    }

    @Test func `concurrent calls have their own timeouts`() async throws {
        let results = await withTaskGroup(of: (Int, Result<Response, TransportError>).self) {
            group in
            for number in 0..<300 {
                group.addTask {
                    let limit = Duration.milliseconds(1 + number % 11)
                    return switch number % 3 {
                    case 0: (number, await send("/never/\(number)", Timeouts(total: limit)))
                    case 1: (number, await send("/later", Timeouts(total: .seconds(600))))
                    default: (number, await send("/now", Timeouts(total: .seconds(600))))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (number, result) in results {
            switch number % 3 {
            case 0: #expect(Self.kind(result) == .timedOut(.waiting))
            case 1: #expect(try result.get().content.bytes == Array("/later".utf8))
            default: #expect(try result.get().content.bytes == Array("/now".utf8))
            }
        }
        let late = (0..<100).map { "/never/\($0 * 3)" }
        #expect(handler.cancelled.sorted() == late.sorted())
    }

    @Test func `a finished call is released before its timeout`() async throws {
        /// A source of one piece that reports when it is released.
        final class Piece: ContentSource {
            let length: Int? = nil
            func next() async throws -> [UInt8]? { nil }
        }
        struct Streaming: Handler {
            let piece: Piece
            func handle(_ request: Request) -> PendingResponse {
                .later { [piece] in Response(status: .ok, content: Content(reading: piece)) }
            }
        }
        weak var kept: Piece?
        do {
            let piece = Piece()
            kept = piece
            let request = Request(method: .get, authority: "localhost", target: "/")
            let long = Timeouts(idle: .seconds(600), total: .seconds(600))
            let streaming = InProcessTransport(Streaming(piece: piece))
            let response = try await streaming.send(request, timeouts: long)
            #expect(kept != nil)
            _ = try await response.content.collect(upTo: 10)
        }
        #expect(kept == nil)
    }
}
