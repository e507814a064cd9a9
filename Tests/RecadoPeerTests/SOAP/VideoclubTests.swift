// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests every operation, with its faults and callers, and with optional, repeated, Unicode and
/// large values.
@Suite(.timeLimit(.minutes(2)))
struct `SOAP service of the videoclub example` {
    @Test(
        .enabled(if: PythonClient.isInstalled, "scripts/setup --test installs the client"),
        arguments: ["VideoclubSoap", "VideoclubSoap12"]
    )
    func `zeep calls each operation`(_ port: String) async throws {
        try await VideoclubServer.with { base in
            let step = "run(\"\(port)\", base)"
            try await ZeepClient.expect(step, of: ZeepClient.videoclub, at: base)
        }
    }

    @Test(
        .enabled(if: GSOAPClient.isInstalled, "scripts/setup --test installs it"),
        arguments: [1, 2]
    )
    func `gSOAP calls each operation`(_ version: Int) async throws {
        try await VideoclubServer.with { base in
            try await GSOAPClient.expect(GSOAPClient.videoclub, at: base + "soap", version)
        }
    }
}
