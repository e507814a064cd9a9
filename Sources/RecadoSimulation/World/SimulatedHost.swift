// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A simulated machine of a world.
public struct SimulatedHost: Sendable {
    let number: Int
    /// The name that other hosts resolve to the host's address.
    public let name: String
    let kernel: Kernel

    var state: HostState { kernel.hosts[number] }

    /// The host's IPv4 address, such as `10.0.0.2`.
    public var address: String { state.addressText }

    /// True if the host is running; false after a crash.
    public var isUp: Bool { state.isUp }

    /// The time by which the host's wall clock is ahead; the monotonic clock is always right.
    public var clockSkew: Duration {
        get { .nanoseconds(state.skew) }
        nonmutating set { state.skew = newValue.inNanoseconds }
    }

    /// The folder of the host's disk, empty at first; after a crash, a new folder with the
    /// surviving data.
    ///
    /// Files in it are real. When the whole machine crashes (``crash(silently:)`` with `true`),
    /// writes that were not synced survive, are lost or are torn, as the seed decides.
    public var folder: String { kernel.disk(of: state).folder }

    /// The total size of all files on the host's disk, in bytes.
    public var diskUse: Int { kernel.disk(of: state).size }

    /// The current faults of the host's disk; none at first.
    public var diskFaults: DiskFaults {
        get { kernel.disk(of: state).faults }
        nonmutating set { kernel.disk(of: state).faults = newValue }
    }

    /// The most sockets, pollers and event descriptors that the host's programs may have open in
    /// total.
    ///
    /// `nil`, the default, means no limit. Calls that would exceed the limit fail with EMFILE.
    public var descriptorLimit: Int? {
        get { state.descriptorLimit }
        nonmutating set { state.descriptorLimit = newValue }
    }

    /// Pauses all programs of the host for some time, as when its machine is migrated.
    public func pause(for time: Duration) {
        state.pauseEnd = max(state.pauseEnd, kernel.now + max(0, time.inNanoseconds))
    }

    /// Runs a function as a program of the host: with its address, clock and random numbers.
    ///
    /// - Parameter body: The function. All tasks that it begins belong to the host as well.
    /// - Returns: The function's result.
    /// - Throws: The function's error, and ``HostCrash`` if the host has crashed, or crashes before
    ///   the function ends.
    public func perform<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard state.isUp else { throw HostCrash(host: name) }
        let program = Program()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let crash = HostCrash(host: name)
                let number = state.add { continuation.resume(throwing: crash) }
                let task = kernel.acting(as: state.id) {
                    Task {
                        let result = await Self.result(of: body)
                        if state.remove(number) { continuation.resume(with: result) }
                    }
                }
                program.begin(task)
            }
        } onCancel: {
            program.cancel()
        }
    }

    private static func result<Value>(
        of body: @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    /// Crashes the host: its programs never continue, and their memory is lost.
    ///
    /// - Parameter isSilent: True if the whole machine fails: its peers are not notified, and after
    ///   a restart it answers their messages with a reset. By default only the programs are killed,
    ///   and the system closes their connections.
    public func crash(silently isSilent: Bool = false) {
        guard number > 0, state.isUp else { return }
        kernel.note(.crash, Path(from: number, to: number), isSilent ? "silently" : "")
        kernel.crash(state, isSilent: isSilent)
    }

    /// Starts the host again, with the data that survived and without programs; if the host is
    /// running, it crashes first.
    public func restart() {
        guard number > 0 else { return }
        crash()
        state.restart()
        kernel.restoreDisk(of: state)
        kernel.note(.start, Path(from: number, to: number), "")
    }
}

/// The error of a function whose host crashed before the function ended.
public struct HostCrash: Error, Sendable, Hashable, CustomStringConvertible {
    /// The host's name.
    public let host: String

    init(host: String) { self.host = host }

    /// A description of the crash, as a sentence.
    public var description: String { "the host \(host) has crashed" }
}

extension Kernel {
    func crash(_ host: HostState, isSilent: Bool) {
        endThreads(of: host.id)
        let own = descriptors.filter { $0.value.host == host.id }
        for (number, descriptor) in own.sorted(by: { $0.key < $1.key }) {
            if isSilent, case .socket(let socket) = descriptor {
                drop(socket, number)
            } else {
                _ = close(number, of: host.id)
            }
        }
        host.hasLostPower = isSilent
        abandonFiles(of: host)
        host.crash()
    }

    private func drop(_ socket: SimulatedSocket, _ number: Int32) {
        descriptors[number] = nil
        freeDescriptors.append(number)
        for watch in socket.watchable.watches { watch.poller.remove(watch) }
        socket.watchable.watches = []
        (socket.isClosed, socket.state) = (true, .failed(EBADF))
        for waiting in socket.queue { waiting.isClosed = true }
    }
}
