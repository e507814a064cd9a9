// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The sockets of a loop that are not libcurl's to look after, and who looks after them.
struct SocketOwners: ~Copyable {
    /// By descriptor.
    private var owners: [(any SocketOwner)?] = []
    /// Those whose connections libcurl opens, and wants to be called about.
    private var connecting: [ObjectIdentifier: any SocketOwner] = [:]
    /// Those to see to in the next round.
    private var postponed: [any SocketOwner] = []

    subscript(socket: Int32) -> (any SocketOwner)? {
        get { owners.indices.contains(Int(socket)) ? owners[Int(socket)] : nil }
        set {
            let missing = Int(socket) + 1 - owners.count
            if missing > 0 {
                if newValue == nil { return }
                owners += Array(repeating: nil, count: missing + 32)
            }
            if socket >= 0 { owners[Int(socket)] = newValue }
        }
    }

    /// Takes note that a connection is being opened.
    mutating func add(_ owner: any SocketOwner) {
        connecting[ObjectIdentifier(owner)] = owner
    }

    /// Forgets an owner whose connection is closed.
    mutating func remove(_ owner: any SocketOwner) {
        // One that never came to be may have had several sockets.
        guard connecting.removeValue(forKey: ObjectIdentifier(owner)) != nil else { return }
        for index in owners.indices where owners[index] === owner { owners[index] = nil }
    }

    // MARK: - Time

    /// When an owner has to be seen to though no socket has an event.
    func wakeUp(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        if !postponed.isEmpty { return now }
        return connecting.isEmpty ? nil : connecting.values.compactMap(\.opening.wakeUp).min()
    }

    mutating func postpone(_ owner: any SocketOwner) {
        postponed.append(owner)
    }

    /// Takes the owners that have to be seen to now.
    mutating func takeDue() -> (connecting: [any SocketOwner], postponed: [any SocketOwner]) {
        if connecting.isEmpty, postponed.isEmpty { return ([], []) }
        connecting = connecting.filter { !$0.value.opening.isOpen }
        defer { postponed = [] }
        return (Array(connecting.values), postponed)
    }
}
