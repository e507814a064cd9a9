// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests the descriptions in the folder that `RECADO_DESCRIPTIONS` names.
///
/// They are by other authors, and too many to be part of this package.
@Suite struct `Swift declarations from external OpenAPI documents` {
    private static let folder = ProcessInfo.processInfo.environment["RECADO_DESCRIPTIONS"]

    private static func files() throws -> [URL] {
        let found = FileManager.default.enumerator(
            at: URL(filePath: folder ?? ""),
            includingPropertiesForKeys: nil
        )
        let files = try #require(found).compactMap { $0 as? URL }
        return files.filter { ["json", "yaml", "yml"].contains($0.pathExtension) }
            .sorted { $0.path < $1.path }
    }

    @Test(.enabled(if: folder != nil, "RECADO_DESCRIPTIONS names no folder"))
    func `declarations compile without warnings and describe the same service`() throws {
        let files = try Self.files()
        #expect(!files.isEmpty)
        for file in files {
            let generated = try Generated(String(contentsOf: file, encoding: .utf8))
            #expect(try generated.complaints() == [], "\(file.lastPathComponent)")
            #expect(try generated.breakingChanges() == [], "\(file.lastPathComponent)")
        }
    }
}
