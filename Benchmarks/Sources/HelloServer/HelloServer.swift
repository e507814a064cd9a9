// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import HelloServing

/// The server whose time is measured: `HelloServer <port> [<certificate> <key>]`.
@main
struct HelloServer {
    nonisolated static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let files = arguments.count == 3 ? Array(arguments.dropFirst()) : []
        try await HelloServing.run(port: arguments.first, certificate: files.first, key: files.last)
    }
}
