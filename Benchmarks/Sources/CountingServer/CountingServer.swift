// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CAllocations
import HelloServing

/// The server of `HelloServer` with its allocations counted, which takes time: `CountingServer
/// <port>`.
@main
struct CountingServer {
    nonisolated static func main() async throws {
        try await HelloServing.run(port: CommandLine.arguments.last) {
            UInt(allocations_so_far())
        }
    }
}
