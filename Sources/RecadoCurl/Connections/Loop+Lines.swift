// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient

extension Loop {
    func open(_ line: Line) {
        if line.isClosed { return line.end(.failure(TransportError(.cancelled))) }
        let setup = setups[line.request.authority]
        guard let handle = makeHandle(setup),
            let active = ActiveLine(line, handle: handle, loop: self)
        else {
            return line.end(.failure(TransportError(.failed, "libcurl has no handle to give")))
        }
        lines[ObjectIdentifier(line)] = active
        owners.add(active)
        active.start()
    }

    func close(_ line: Line) {
        guard let active = lines[ObjectIdentifier(line)] else { return }
        // What is to be sent has one chance.
        if active.send() { end(active, with: .success(())) }
    }

    /// Closes a connection and tells its users.
    func end(_ line: ActiveLine, with end: Result<Void, TransportError>) {
        line.opening.close()
        owners.remove(line)
        lines[ObjectIdentifier(line.line)] = nil
        line.line.end(end)
    }
}
