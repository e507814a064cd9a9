// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation
import Testing

/// Reads documents with Python to compare the results: XML with expat, forms with urllib.
struct PythonJudge {
    enum Kind: String {
        case xml = "x"
        case xmlWithDoctype = "d"
        case form = "f"
    }

    private static let python = "/usr/bin/python3"

    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: python) }

    /// Returns what Python reads in each document, and `nil` for one that it refuses.
    static func verdicts(_ kind: Kind, _ documents: [[UInt8]]) throws -> [String?] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var input = Data()
        for document in documents {
            input += Data(kind.rawValue.utf8)
            let length = UInt32(document.count)
            input += Data([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) })
            input += Data(document)
        }
        let (source, result) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try input.write(to: source)
        let script = Bundle.module.bundleURL.appending(path: "Fixtures/Python/judge.py")
        let run = try CompletedProcess(
            blocking: python,
            [script.path, source.path, result.path],
        )
        try #require(run.status == 0, "\(run.errors)")
        let verdicts = try JSONDecoder().decode([String?].self, from: Data(contentsOf: result))
        try #require(verdicts.count == documents.count)
        return verdicts
    }
}
