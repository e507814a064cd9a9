// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import HelloServing

/// The server whose time is measured: `HelloServer <port> [<loops> | <certificate> <key>]`.
@main
struct HelloServer {
    nonisolated static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let files = arguments.count == 3 ? Array(arguments.dropFirst()) : []
        let loops = arguments.count == 2 ? arguments.last.flatMap { Int($0) } : nil
        try await HelloServing.run(
            port: arguments.first,
            loops: loops ?? 1,
            certificate: files.first,
            key: files.last
        )
    }
}
