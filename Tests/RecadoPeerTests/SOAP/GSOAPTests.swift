// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: GSOAPClient.isInstalled, "scripts/setup --test installs it")
)
struct `SOAP server with a gSOAP client` {
    @Test(arguments: [1, 2])
    func `a generated C client calls each operation`(_ version: Int) async throws {
        try await LibraryServer.with { port in
            let address = "http://127.0.0.1:\(port)/library/soap"
            try await GSOAPClient.expect(GSOAPClient.program, at: address, version)
        }
    }
}
