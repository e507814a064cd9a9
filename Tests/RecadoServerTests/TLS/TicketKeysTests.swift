// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoServer

@Suite struct `Session ticket keys` {
    @Test func `a key encrypts new tickets for one hour`() {
        let keys = TicketKeys()
        let first = keys.current(at: 100)
        #expect(first.name.count == 16 && first.cipher.count == 32)
        #expect(first.authentication.count == 32 && first.cipher != first.authentication)
        #expect(keys.current(at: 3_699) == first)
        #expect(keys.current(at: 3_700) != first)
    }

    @Test func `an old key still decrypts tickets but asks for new ones`() {
        let keys = TicketKeys()
        let first = keys.current(at: 0)
        #expect(keys.find(first.name, at: 3_599)?.isOld == false)
        let second = keys.current(at: 3_600)
        #expect(keys.find(first.name, at: 3_600)?.isOld == true)
        #expect(keys.find(first.name, at: 3_600)?.key == first)
        #expect(keys.find(first.name, at: 10_799)?.key == first)
        #expect(keys.find(first.name, at: 10_800) == nil)
        #expect(keys.find(second.name, at: 10_800)?.key == second)
    }

    @Test func `no key is found for an unknown name`() {
        let keys = TicketKeys()
        #expect(keys.find([UInt8](repeating: 0, count: 16), at: 0) == nil)
        _ = keys.current(at: 0)
        #expect(keys.find([UInt8](repeating: 0, count: 16), at: 0) == nil)
        #expect(keys.find([], at: 0) == nil)
    }

    @Test func `only the three newest hourly keys are kept`() {
        let keys = TicketKeys()
        let names = (0..<50).map { keys.current(at: $0 * 3_600).name }
        #expect(Set(names).count == 50)
        let known = names.filter { keys.find($0, at: 49 * 3_600) != nil }
        #expect(known.count == 3)
    }
}
