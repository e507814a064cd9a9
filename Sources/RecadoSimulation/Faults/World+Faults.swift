// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension World {
    /// Injects a fault at a given time of the world's clock.
    ///
    /// The method returns at once; the fault is repaired before the test ends. An error of the
    /// fault, for example when a server does not start again, fails the test.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - time: The time since the world began; if it has passed, the fault begins at once.
    public func inject(_ fault: Fault, at time: Duration = .zero) {
        guard let number = kernel.nextFault() else { return }
        kernel.faultTasks.append(
            Task { [self] in
                do { try await Task.sleep(for: time - elapsed) } catch { return }
                await happen(fault, number)
            }
        )
    }

    /// Injects random faults, one after the other, until the test ends.
    ///
    /// - Parameters:
    ///   - faults: The faults from which the seed chooses.
    ///   - pause: The time between the end of one fault and the beginning of the next.
    public func inject(anyOf faults: [Fault], every pause: ClosedRange<Duration>) {
        guard !faults.isEmpty else { return }
        kernel.faultTasks.append(
            Task { [self] in
                while !Task.isCancelled {
                    let rest = kernel.weather.nanoseconds(in: pause.inNanoseconds)
                    do { try await Task.sleep(for: .nanoseconds(rest)) } catch { return }
                    let fault = faults[kernel.weather.below(faults.count)]
                    if let number = kernel.nextFault() { await happen(fault, number) }
                }
            }
        )
    }

    /// Causes a fault; once it has begun, it is repaired even if the test ends in the meantime.
    private func happen(_ fault: Fault, _ number: Int) async {
        kernel.note(.fault, nil, "\(number): \(fault.name)")
        do {
            try await Task { [self] in try await fault.happen(self) }.value
        } catch {
            kernel.fail(error)
        }
        kernel.note(.mended, nil, "\(number)")
    }

    /// Prevents further faults, waits until those that have begun are repaired, and reconnects all
    /// hosts.
    public func endFaults() async {
        let tasks = kernel.faultTasks
        kernel.faultTasks = []
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        network.heal()
        network.faults = .none
    }
}

extension Kernel {
    /// Returns the number of the next fault, from 1; `nil` if this run of the test omits that
    /// fault.
    func nextFault() -> Int? {
        faultCount += 1
        return reduction.has(faultNumber: faultCount) ? faultCount : nil
    }
}
