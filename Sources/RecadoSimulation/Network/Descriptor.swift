// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import Glibc

/// The object behind a simulated file descriptor.
enum Descriptor {
    case socket(SimulatedSocket)
    case poller(SimulatedPoller)
    /// An `eventfd`, which counts its signals.
    case wakeup(SimulatedWakeup)
    /// A file of random bytes, such as `/dev/urandom`.
    case random(HostID)

    var watchable: Watchable? {
        switch self {
        case .socket(let socket): socket.watchable
        case .wakeup(let wakeup): wakeup.watchable
        case .poller, .random: nil
        }
    }

    /// The host whose programs have the descriptor.
    var host: HostID {
        switch self {
        case .socket(let socket): socket.host
        case .poller(let poller): poller.host
        case .wakeup(let wakeup): wakeup.host
        case .random(let host): host
        }
    }

    /// The current events, as `epoll_wait` reports them.
    var events: UInt32 {
        switch self {
        case .socket(let socket): socket.events
        case .wakeup(let wakeup): wakeup.count > 0 ? EPOLLIN.rawValue : 0
        case .poller, .random: 0
        }
    }
}

/// A simulated `eventfd`.
final class SimulatedWakeup {
    let host: HostID
    var count: UInt64 = 0
    let watchable = Watchable()

    init(host: HostID) { self.host = host }
}

/// The pollers that watch an object, and a thread that waits only for the object.
final class Watchable {
    var watches: [Watch] = []
    var waiter: SimulatedThread?
}

/// A poller's registration of a descriptor (`epoll_ctl`).
final class Watch {
    unowned let poller: SimulatedPoller
    let descriptor: Int32
    var events: UInt32
    var token: UInt64
    var isQueued = false

    init(_ poller: SimulatedPoller, _ descriptor: Int32, _ events: UInt32, _ token: UInt64) {
        (self.poller, self.descriptor) = (poller, descriptor)
        (self.events, self.token) = (events, token)
    }

    /// True if each change is reported once, instead of the current state each time (`EPOLLET`).
    var isEdgeTriggered: Bool { events & EPOLLET.rawValue != 0 }
}

/// A simulated `epoll` instance.
final class SimulatedPoller {
    let host: HostID
    /// The watches that may have something to report, in order.
    var queue: [Watch] = []
    var waiter: SimulatedThread?
    var watches: [Int32: Watch] = [:]

    init(host: HostID) { self.host = host }
}

extension Kernel {
    /// Returns the number of descriptors that programs of a host have open.
    func descriptorCount(of host: HostID) -> Int {
        descriptors.values.count { $0.host == host }
    }

    func add(_ descriptor: Descriptor) -> Int32 {
        if let limit = currentHost.descriptorLimit, descriptorCount(of: currentHost.id) >= limit {
            return -EMFILE
        }
        let number: Int32
        if let free = freeDescriptors.popLast() {
            number = free
        } else {
            number = nextDescriptor
            nextDescriptor += 1
        }
        descriptors[number] = descriptor
        if case .socket(let socket) = descriptor { socket.numberCount += 1 }
        return number
    }

    /// Closes a descriptor of a host.
    ///
    /// A descriptor of another host is left open: a program may still hold an old number that the
    /// kernel has since given to another host.
    func close(_ number: Int32, of host: HostID) -> Int32 {
        guard let descriptor = descriptors[number], descriptor.host == host else { return -EBADF }
        descriptors[number] = nil
        freeDescriptors.append(number)
        let own = descriptor.watchable?.watches.filter { $0.descriptor == number } ?? []
        for watch in own { watch.poller.remove(watch) }
        descriptor.watchable?.watches.removeAll { $0.descriptor == number }
        switch descriptor {
        case .socket(let socket):
            socket.numberCount -= 1
            if socket.numberCount == 0 { close(socket) }
        case .poller(let poller): forget(poller)
        case .wakeup, .random: break
        }
        return 0
    }

    /// Duplicates the descriptors of the sockets on which a host's programs listen, for a server's
    /// successor.
    func duplicateListeners(of host: HostID) -> [Int32] {
        descriptors.sorted { $0.key < $1.key }.compactMap { _, descriptor in
            guard case .socket(let socket) = descriptor, socket.host == host,
                case .listening = socket.state
            else { return nil }
            return add(descriptor)
        }
    }

    private func forget(_ poller: SimulatedPoller) {
        for watch in poller.watches.values {
            let watchable = descriptors[watch.descriptor]?.watchable
            watchable?.watches.removeAll { $0 === watch }
        }
        poller.watches = [:]
        poller.queue = []
    }

    // MARK: - Waiting

    func watch(
        _ poller: Int32,
        _ operation: Int32,
        _ number: Int32,
        _ events: UInt32,
        _ token: UInt64
    ) -> Int32 {
        guard case .poller(let poller)? = descriptors[poller],
            let descriptor = descriptors[number], let watchable = descriptor.watchable
        else { return -EBADF }
        let watch: Watch
        switch operation {
        case EPOLL_CTL_ADD:
            guard poller.watches[number] == nil else { return -EEXIST }
            watch = Watch(poller, number, events, token)
            poller.watches[number] = watch
            watchable.watches.append(watch)
        case EPOLL_CTL_MOD:
            guard let known = poller.watches[number] else { return -ENOENT }
            (known.events, known.token) = (events, token)
            watch = known
        default:
            guard let known = poller.watches[number] else { return -ENOENT }
            poller.remove(known)
            watchable.watches.removeAll { $0 === known }
            return 0
        }
        if descriptor.events & watch.reported != 0 { queue(watch) }
        return 0
    }

    private func queue(_ watch: Watch) {
        if !watch.isQueued {
            watch.isQueued = true
            watch.poller.queue.append(watch)
        }
        if let waiter = watch.poller.waiter { wake(waiter) }
    }

    /// Notifies the pollers and the thread that watch an object of a change.
    func changed(_ watchable: Watchable) {
        for watch in watchable.watches { queue(watch) }
        if let waiter = watchable.waiter { wake(waiter) }
    }

    func wait(
        _ number: Int32,
        _ milliseconds: Int32,
        atMost count: Int,
        _ report: (Int, UInt64, UInt32) -> Void
    ) -> Int32 {
        endIfGone()
        guard case .poller(let poller)? = descriptors[number] else { return -EBADF }
        var found = collect(poller, atMost: count, report)
        if found > 0 || milliseconds == 0 { return found }
        wait(for: milliseconds < 0 ? nil : Int64(milliseconds) * 1_000_000) {
            poller.waiter = $0
        }
        poller.waiter = nil
        found = collect(poller, atMost: count, report)
        return found
    }

    private func collect(
        _ poller: SimulatedPoller,
        atMost count: Int,
        _ report: (Int, UInt64, UInt32) -> Void
    ) -> Int32 {
        var found = 0
        var again: [Watch] = []
        while found < count, !poller.queue.isEmpty {
            let watch = poller.queue.removeFirst()
            watch.isQueued = false
            let events = (descriptors[watch.descriptor]?.events ?? 0) & watch.reported
            if events == 0 { continue }
            report(found, watch.token, events)
            found += 1
            if !watch.isEdgeTriggered { again.append(watch) }
        }
        for watch in again {
            watch.isQueued = true
            poller.queue.append(watch)
        }
        return Int32(found)
    }

    /// Waits for events of one descriptor (`poll`).
    func poll(_ number: Int32, _ events: Int32, _ milliseconds: Int32) -> Int32 {
        guard let descriptor = descriptors[number], let watchable = descriptor.watchable else {
            return Int32(POLLNVAL)
        }
        let asked = UInt32(bitPattern: events) | EPOLLERR.rawValue | EPOLLHUP.rawValue
        let present = descriptor.events & asked
        if present != 0 || milliseconds == 0 { return Int32(bitPattern: present) }
        wait(for: milliseconds < 0 ? nil : Int64(milliseconds) * 1_000_000) {
            watchable.waiter = $0
        }
        watchable.waiter = nil
        return Int32(bitPattern: descriptor.events & asked)
    }
}

extension Watch {
    /// The events to report, which always include errors and the end of both directions.
    var reported: UInt32 { events | EPOLLERR.rawValue | EPOLLHUP.rawValue }
}

extension SimulatedPoller {
    func remove(_ watch: Watch) {
        watches[watch.descriptor] = nil
        queue.removeAll { $0 === watch }
    }
}
