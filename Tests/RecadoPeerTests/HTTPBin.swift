// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoSockets

/// Runs httpbin, a test server whose paths say what it answers.
enum HTTPBin {
    private static let program = """
        from httpbin import app
        from werkzeug.serving import make_server
        server = make_server('127.0.0.1', 0, app, threaded=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    /// The process that all tests share, and that ends with them.
    private static let shared = Task {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let python = root.appending(path: ".build/venv/bin/python").path()
        return try await Peer(python, ["-c", program], in: Peer.makeFolder(), greets: true)
    }

    /// Returns a client of the shared httpbin.
    static func client(
        _ configure: (inout ClientMiddleware) -> Void = { _ in }
    ) async throws -> Client {
        let port = try await shared.value.greeting
        return try Client(base: "http://127.0.0.1:\(port)", middleware: .standard(configure))
    }
}
