// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import HelloServing

/// The server whose time is measured: `HelloServer <port>`.
@main
struct HelloServer {
    nonisolated static func main() async throws {
        try await HelloServing.run(port: CommandLine.arguments.last)
    }
}
