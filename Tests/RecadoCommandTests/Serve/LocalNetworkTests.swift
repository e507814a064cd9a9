// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Local network addresses` {
    @Test(arguments: ["10.0.0.1", "192.168.1.20", "172.16.0.1", "172.31.255.255"])
    func `are recognized in the private ranges`(_ address: String) {
        #expect(LocalNetwork.isPrivate(address))
    }

    @Test(arguments: [
        "", "1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.0.1", "10.0.0", "10.0.0.256",
    ])
    func `do not include public or malformed addresses`(_ address: String) {
        #expect(!LocalNetwork.isPrivate(address))
    }

    @Test func `never include a loopback address`() {
        #expect(LocalNetwork.address?.hasPrefix("127.") != true)
    }
}
