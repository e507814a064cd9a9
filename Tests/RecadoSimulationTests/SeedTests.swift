// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoSimulation

@Suite struct `Seeds that the environment asks for` {
    @Test func `are so many from the first one on, or those of a range`() {
        #expect(Environment.seeds("20", from: 5) == 5...24)
        #expect(Environment.seeds("501-1000", from: 1) == 501...1_000)
        #expect(Environment.seeds("7-7", from: 1) == 7...7)
    }

    @Test(arguments: ["", "0", "-1", "1-", "9-3", "1-2-3", "many", "18446744073709551615"])
    func `are none where the text says nothing`(_ text: String) {
        #expect(Environment.seeds(text, from: 2) == nil)
    }
}
