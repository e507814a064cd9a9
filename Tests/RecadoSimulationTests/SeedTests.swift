// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import RecadoSimulation

@Suite struct `Seeds from environment variables` {
    @Test func `are given as a count or as a range`() {
        #expect(Environment.seeds("20", from: 5) == 5...24)
        #expect(Environment.seeds("501-1000", from: 1) == 501...1_000)
        #expect(Environment.seeds("7-7", from: 1) == 7...7)
    }

    @Test(arguments: ["", "0", "-1", "1-", "9-3", "1-2-3", "many", "18446744073709551615"])
    func `are not read from malformed text`(_ text: String) {
        #expect(Environment.seeds(text, from: 2) == nil)
    }

    @Test func `cause an error instead of a run if the text is malformed`() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe setenv("RECADO_SEEDS", "200-101", 1)
            let error = await #expect(throws: SimulationError.self) {
                try await Simulation.run(1) { _ in }
            }
            let expected =
                "RECADO_SEEDS is 200-101; expected a number above 0, or two as in 501-1000"
            #expect(error?.description == expected)
        }
    }

    @Test func `replace the seed of a test`() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe setenv("RECADO_SEED", "9", 1)
            try await Simulation.run(1) { world in #expect(world.seed.number == 9) }
        }
    }
}
