// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient

extension Loop {
    func open(_ line: Line) {
        if line.isClosed { return line.end(.failure(TransportError(.cancelled))) }
        let setup = setups[line.request.authority]
        guard let easy = makeHandle(setup), let active = ActiveLine(line, easy: easy, loop: self)
        else {
            return line.end(.failure(TransportError(.failed, "libcurl has no handle to give")))
        }
        lines.add(active)
        active.start()
    }

    /// Lets lines go on that wait for no event of a socket.
    func performLines() {
        let (connecting, postponed) = lines.takeDue()
        for line in connecting { line.performTimer() }
        for line in postponed where lines[line.line] != nil { line.attend() }
    }

    func close(_ line: Line) {
        guard let active = lines[line] else { return }
        // What is to be sent has one chance.
        if active.send() { end(active, with: .success(())) }
    }

    /// Closes a connection and tells its users.
    func end(_ line: ActiveLine, with end: Result<Void, TransportError>) {
        line.shutDown()
        lines.remove(line)
        line.line.end(end)
    }

    /// Sees to a line in the next round, whether its socket has an event or not.
    func attendAgain(_ line: ActiveLine) {
        lines.postpone(line)
    }

    /// Listens for events on a socket of a line.
    func watch(_ socket: Int32, _ what: Int32, for line: ActiveLine) {
        lines.setOwner(of: socket, to: what == CURL_POLL_REMOVE ? nil : line)
        watch(socket, what)
    }
}
