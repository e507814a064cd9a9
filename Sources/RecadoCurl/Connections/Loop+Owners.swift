// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl

extension Loop {
    /// Lets owners of sockets go on that wait for no event.
    func performOwners() {
        if !repetitions.isEmpty {
            let transfers = repetitions
            repetitions = []
            for transfer in transfers where transfer.end == nil { carry(transfer) }
        }
        let (connecting, postponed) = owners.takeDue()
        for owner in connecting { owner.opening.performTimer() }
        for owner in postponed where owner.opening.isOpen { owner.attend(0) }
    }

    /// Takes note of events on the socket of an owner.
    func handle(_ events: Int32, on socket: Int32, of owner: any SocketOwner) {
        if owner.opening.isOpen {
            owner.attend(events)
        } else {
            owner.opening.act(on: socket, events)
        }
    }

    /// Sees to an owner in the next round, whether its socket has an event or not.
    func attendAgain(_ owner: any SocketOwner) {
        owners.postpone(owner)
    }

    /// Listens for events on a socket of an owner.
    func watch(_ socket: Int32, _ what: Int32, for owner: any SocketOwner) {
        owners[socket] = what == CURL_POLL_REMOVE ? nil : owner
        watch(socket, what)
    }
}
