// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Command lines with the errors that they print, from a file of fixtures.
struct ErrorFixture: Sendable {
    /// A command line, its output on standard error, and its exit code.
    struct Row: Sendable {
        let command: String
        let errors: String
        let status: Int32
    }

    let rows: [Row]

    /// The folder of the fixtures.
    static var folder: URL {
        get throws {
            guard let url = Bundle.module.url(forResource: "Fixtures", withExtension: nil) else {
                throw CocoaError(.fileNoSuchFile)
            }
            return url.appending(path: "Errors")
        }
    }

    /// Reads the file of fixtures with the given name.
    init(_ group: String) throws {
        let url = try Self.folder.appending(path: group + ".txt")
        let text = try String(contentsOf: url, encoding: .utf8)
        rows = try text.components(separatedBy: "\n\n").map { block in
            var lines = block.split(separator: "\n").map(String.init)
            guard let command = lines.first, command.hasPrefix("$ recado "),
                let last = lines.last, let code = Int32(last.dropFirst().dropLast())
            else { throw CocoaError(.formatting) }
            lines = Array(lines.dropFirst().dropLast())
            return Row(
                command: String(command.dropFirst("$ recado ".count)),
                errors: lines.map { Self.isBare($0) ? $0 + "\n" : "recado: \($0)\n" }.joined(),
                status: code
            )
        }
    }

    /// Returns whether a line reports an error in an imported file, and so lacks the prefix
    /// `recado:`.
    private static func isBare(_ line: String) -> Bool {
        line.hasPrefix("{folder}/") && line.contains(".csv:")
    }

    /// Splits a command line into words; text between single quotes may contain blanks.
    static func words(of command: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in command {
            switch character {
            case "'":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                if let ended = word { words.append(ended) }
                word = nil
            default:
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
