// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoSimulation
import Testing

/// Returns a function of the C library that is not replaced by the simulation.
private func original(_ name: String) -> UnsafeMutableRawPointer? {
    guard let library = unsafe dlopen("libc.so.6", RTLD_NOW) else { return nil }
    return unsafe dlsym(library, name)
}

private func askForChance() {
    typealias Function = @convention(c) (UnsafeMutableRawPointer, Int, UInt32) -> Int
    guard let function = unsafe original("getrandom") else { return }
    var byte: UInt8 = 0
    _ = unsafe unsafeBitCast(function, to: Function.self)(&byte, 1, 0)
}

private func readTheClock() {
    typealias Function = @convention(c) (Int32, UnsafeMutablePointer<timespec>) -> Int32
    guard let function = unsafe original("clock_gettime") else { return }
    var time = timespec()
    _ = unsafe unsafeBitCast(function, to: Function.self)(CLOCK_MONOTONIC, &time)
}

private func setTraps() { _ = unsafe setenv("RECADO_TRAPS", "1", 1) }

@Suite struct `Random hashing of dictionaries` {
    @Test func `is refused`() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe setenv("SWIFT_DETERMINISTIC_HASHING", "0", 1)
            let error = await #expect(throws: SimulationError.self) {
                try await Simulation.run(1) { _ in }
            }
            #expect(error?.kind == .randomHashing)
        }
    }
}

@Suite struct `Traps for direct system calls` {
    @Test func `end a program that reads the system's random numbers`() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            setTraps()
            try await Simulation.run(1) { _ in askForChance() }
        }
    }

    @Test func `end a program that reads the system's clock`() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            setTraps()
            try await Simulation.run(1) { _ in readTheClock() }
        }
    }

    @Test func `allow a program that uses the simulated clock and random numbers`() async {
        await #expect(processExitsWith: .success) {
            setTraps()
            try await Simulation.run(1) { world in
                _ = try await world.server(named: "a") { _ in try Counter().application() }
                _ = (ContinuousClock.now, UInt64.random(in: 0 ... .max))
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
