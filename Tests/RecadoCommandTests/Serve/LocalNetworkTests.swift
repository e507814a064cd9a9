// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Networks of this machine` {
    @Test(arguments: ["10.0.0.1", "192.168.1.20", "172.16.0.1", "172.31.255.255"])
    func `are one's own in the ranges for that`(_ address: String) {
        #expect(LocalNetwork.isPrivate(address))
    }

    @Test(arguments: [
        "", "1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "10.0.0", "10.0.0.256",
    ])
    func `are others' elsewhere`(_ address: String) {
        #expect(!LocalNetwork.isPrivate(address))
    }

    @Test func `never give this machine's own address`() {
        #expect(LocalNetwork.address?.hasPrefix("127.") != true)
    }
}
