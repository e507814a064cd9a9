// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests the OpenAPI documents of the services with tools by other authors.
@Suite(
    .serialized,
    .timeLimit(.minutes(3)),
    .enabled(
        if: Strangers.areInstalled,
        "scripts/setup --test installs them for Python from 3.11 on"
    )
)
struct `OpenAPI documents in third-party tools` {
    private static let services = [
        "films", "videoclub", "scores", "posts", "weather", "playground",
    ]

    @Test(arguments: services)
    func `a generated Python client calls every operation`(service: String) async throws {
        try await expect("clients.py", toGoWellFor: service)
    }

    @Test(arguments: services)
    func `schemathesis finds only responses that the document describes`(
        service: String
    ) async throws {
        try await expect("examine.py", toGoWellFor: service)
    }

    /// Runs a Python program against a new server, and expects it to report no errors.
    private func expect(_ program: String, toGoWellFor service: String) async throws {
        let folder = try Peer.makeFolder()
        let server = try await Peer(
            Strangers.root.appending(path: ".build/debug/recado").path(),
            // `--trust-local` lets the program send passwords without TLS, as it is on the same
            // machine.
            ["serve", "--port", "0", "--trust-local", "--database", "services.sqlite"],
            in: folder,
            greets: true
        )
        let base = try #require(server.greeting.split(separator: " ").first { $0.contains("://") })
        let peer = try await Peer(
            Strangers.root.appending(path: ".build/venv/bin/python").path(),
            [
                Strangers.root.appending(path: "Tests/Descriptions/\(program)").path(), service,
                "\(base)",
            ],
            in: Peer.makeFolder(),
            greets: true
        )
        #expect(peer.greeting == "well")
        withExtendedLifetime(server) {}
    }
}

private enum Strangers {
    /// The root folder of this package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let areInstalled = ["openapi-python-client", "st"].allSatisfy {
        FileManager.default.isExecutableFile(
            atPath: root.appending(path: ".build/venv/bin/\($0)").path()
        )
    }
}
