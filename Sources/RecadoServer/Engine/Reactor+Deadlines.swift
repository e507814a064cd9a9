// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

extension Reactor {
    func setReadDeadline(of connection: Connection, to tick: Int) {
        connection.readDeadline = tick
        if tick < connection.comesUpAt { schedule(connection) }
    }

    func setWriteDeadline(of connection: Connection, to tick: Int) {
        connection.writeDeadline = tick
        if tick < connection.comesUpAt { schedule(connection) }
    }

    private func schedule(_ connection: Connection) {
        let tick = min(connection.readDeadline, connection.writeDeadline)
        guard tick != Ticks.never else { return }
        connection.comesUpAt = wheel.schedule(connection.id, at: tick)
    }

    /// Handles the deadlines of a connection that have passed, and schedules the next check.
    func checkDeadlines(_ connection: Connection) {
        if now >= connection.writeDeadline { return destroy(connection) }
        if now >= connection.readDeadline {
            connection.readDeadline = Ticks.never
            endReading(connection)
        }
        if !connection.isDestroyed, connection.comesUpAt == Ticks.never { schedule(connection) }
    }

    private func endReading(_ connection: Connection) {
        if connection.http2 != nil, connection.ending == .none {
            checkStreams(of: connection)
        } else if let exchange = connection.exchange, let source = exchange.source {
            fillSilence(exchange, source, on: connection)
        } else if connection.exchange != nil {
            checkContent(connection)
        } else if connection.ending == .none, connection.reader.state.isInsideHead {
            refuse(connection, RequestError(.requestTimeout, "the head did not arrive in time"))
        } else if connection.ending == .none, !connection.output.isEmpty {
            // A client that is still taking an answer is not idle; the time limit for writing
            // covers it.
            let time = stopsAt == nil ? settings.idle : settings.closing
            setReadDeadline(of: connection, to: now + max(1, time))
        } else {
            // Between two requests, the connection ends with a proper close, unless the client has
            // not received all of the output.
            if connection.output.isEmpty { _ = connection.link.sendCloseNotify() }
            destroy(connection)
        }
    }

    // MARK: - Content

    /// Starts the time limit for a request's content; more content does not extend the limit.
    func startContentClock(_ connection: Connection) {
        connection.exchange?.contentDeadline = now + settings.content
        startPeriod(connection)
    }

    private func startPeriod(_ connection: Connection) {
        guard let exchange = connection.exchange else { return }
        exchange.periodBytes = 0
        exchange.hasPaused = !exchange.isReadWanted
        let end = min(exchange.contentDeadline, now + settings.contentRatePeriod)
        setReadDeadline(of: connection, to: end)
    }

    private func checkContent(_ connection: Connection) {
        guard let exchange = connection.exchange, connection.reader.state.isInsideContent else {
            return
        }
        let isTooSlow = !exchange.hasPaused && exchange.periodBytes < settings.contentPerPeriod
        guard now >= exchange.contentDeadline || isTooSlow else { return startPeriod(connection) }
        refuse(connection, RequestError(.requestTimeout, "the content did not arrive in time"))
    }
}
