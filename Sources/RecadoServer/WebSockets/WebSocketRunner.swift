// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The lifecycle of one WebSocket, from its opening to the end of its connection.
///
/// ```
///   handler returns or throws ──▶ server sends close ──▶ client's close, or closeTimeout ──▶ end
///   client sends close ──▶ handler returns, or closeTimeout cancels it ──▶ end
///   client is lost, or breaks the rules ──▶ handler is cancelled ──▶ end
///   server stops ──▶ server sends close 1001 ──▶ handler returns and client's close arrives,
///                                                or closeTimeout ──▶ end
/// ```
final class WebSocketRunner: ConnectionTakeover {
    private let output: any WebSocketOutput
    private let agreement: WebSocketHandshake.Agreement
    private let options: WebSocketOptions
    private let stop = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(
        _ output: any WebSocketOutput,
        _ agreement: WebSocketHandshake.Agreement,
        _ options: WebSocketOptions
    ) {
        self.output = output
        self.agreement = agreement
        self.options = options
    }

    func serverStops() { stop.continuation.yield() }

    /// The part of the lifecycle that has ended.
    private enum Part {
        case handler
        case client
        case watching
        case waiting
        case server
    }

    func take(over connection: TakenConnection) async {
        let session = WebSocketSession(agreement, options, connection.loop.messageMemory)
        await session.begin(on: connection)
        await withTaskGroup(of: Part.self) { group in
            group.addTask {
                await session.readToEnd()
                return .client
            }
            group.addTask { [output] in
                await Self.converse(output, on: session)
                return .handler
            }
            group.addTask { [options] in
                await Self.watch(session, options)
                return .watching
            }
            group.addTask { [stream = stop.stream] in
                for await _ in stream { return .server }
                return .watching
            }
            await follow(&group, session)
        }
    }

    private func follow(_ group: inout TaskGroup<Part>, _ session: WebSocketSession) async {
        var (isHandled, isOver, isWaiting) = (false, false, false)
        for await part in group {
            switch part {
            case .handler: isHandled = true
            case .client:
                isOver = true
                if await session.wasLost { group.cancelAll() }
            case .server: await session.close(WebSocketClose(.goingAway))
            case .waiting: group.cancelAll()
            case .watching: continue
            }
            if isHandled, isOver { group.cancelAll() }
            if isWaiting { continue }
            isWaiting = true
            group.addTask { [options] in
                try? await options.clock.sleep(for: options.closeTimeout)
                return .waiting
            }
        }
    }

    // MARK: - The handler

    private static func converse(
        _ output: any WebSocketOutput,
        on session: WebSocketSession
    ) async {
        do {
            try await output.converse(on: session)
            await session.close(WebSocketClose(.normal))
        } catch let close as WebSocketClose {
            await session.close(close.code.mayBeSent ? close : WebSocketClose(.normal))
        } catch is CodingError {
            let reason = "a message is not what was expected"
            await session.close(WebSocketClose(.invalidData, reason))
        } catch is CancellationError {
            await session.close(WebSocketClose(.goingAway))
        } catch {
            await session.close(WebSocketClose(.internalError))
        }
    }

    // MARK: - Time

    private static func watch(_ session: WebSocketSession, _ options: WebSocketOptions) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await watchSilence(of: session, options) }
            group.addTask { await watchIdleness(of: session, options) }
        }
    }

    /// Pings a silent client to check that it is still connected.
    private static func watchSilence(
        of session: WebSocketSession,
        _ options: WebSocketOptions
    ) async {
        guard let interval = options.pingInterval else { return }
        while await session.end == nil {
            guard let isSilent = await isSilent(session, options.clock, for: interval) else {
                return
            }
            guard isSilent else { continue }
            await session.ping()
            guard
                let isSilent = await Self.isSilent(session, options.clock, for: options.pongTimeout)
            else { return }
            if isSilent { return await session.giveUp() }
        }
    }

    /// Returns true if nothing arrives for a time although the server could read; `nil` if the task
    /// is cancelled.
    private static func isSilent(
        _ session: WebSocketSession,
        _ clock: any Clock<Duration>,
        for duration: Duration
    ) async -> Bool? {
        let before = await session.arrivals
        guard (try? await clock.sleep(for: duration)) != nil else { return nil }
        let (end, arrivals, isFull) = await session.silence
        return end == nil && arrivals == before && !isFull
    }

    /// Closes the WebSocket if no messages are exchanged for a time.
    private static func watchIdleness(
        of session: WebSocketSession,
        _ options: WebSocketOptions
    ) async {
        guard let limit = options.idleLimit else { return }
        while await session.end == nil {
            let before = await session.messageCount
            guard (try? await options.clock.sleep(for: limit)) != nil else { return }
            guard await session.messageCount == before else { continue }
            return await session.close(WebSocketClose(.normal, "no message for a long time"))
        }
    }
}

extension WebSocketSession {
    /// True if the client was lost or broke the rules, so no close has to be sent to it.
    fileprivate var wasLost: Bool {
        if case .closed = end { false } else { true }
    }

    /// The values that show whether the client is silent, read together.
    fileprivate var silence: (end: WebSocketMachine.End?, arrivals: Int, isFull: Bool) {
        (end, arrivals, isFull)
    }
}
