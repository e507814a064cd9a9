// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import Testing

@testable import RecadoCommand

@Suite struct `Help` {
    /// Every command of the tree, as an option reader that was led to it.
    private static func everyCommand() throws -> [ArgumentReader] {
        func below(_ reader: ArgumentReader) throws -> [ArgumentReader] {
            guard case .commands(_, let commands) = reader.command.content else { return [reader] }
            return try [reader]
                + commands.flatMap { command in
                    var next = reader
                    try next.read(command.name)
                    return try below(next)
                }
        }
        return try below(ArgumentReader(Command.root()))
    }

    private func text(_ words: [String]) throws -> String {
        var reader = ArgumentReader(Command.root())
        for word in words { try reader.read(word) }
        return HelpText(of: reader.command, path: reader.path, options: reader.options).text
    }

    @Test func `every command has a summary, and its options have words`() throws {
        let readers = try Self.everyCommand()
        #expect(readers.count > 12)
        for reader in readers {
            #expect(reader.command.summary.hasSuffix("."), "\(reader.path)")
            let text = HelpText(of: reader.command, path: reader.path, options: reader.options).text
            for option in reader.options { #expect(text.contains("--\(option.name)")) }
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(reader.path)")
            #expect(!text.contains(" \n"))
        }
    }

    @Test func `no option of a command hides another`() throws {
        for reader in try Self.everyCommand() {
            let names = reader.options.map(\.name)
            #expect(Set(names).count == names.count, "\(reader.path): \(names)")
        }
    }

    @Test func `the usage names what must be there`() throws {
        let rent = try text(["call", "videoclub", "rent-film"])
        #expect(rent.hasPrefix("Usage: recado call videoclub rent <id> [options]\n"))
        #expect(rent.contains("PUT /videoclub/api/v1/catalog/{id}/rent"))
        #expect(rent.contains("--user"))
        #expect(try text(["call"]).hasPrefix("Usage: recado call <service> <action> [options]\n"))
        #expect(try text(["describe"]).hasPrefix("Usage: recado describe <document> "))
        #expect(try text([]).hasPrefix("Usage: recado <command> [options]\n"))
    }

    @Test func `the only values of an option are listed`() throws {
        let list = try text(["call", "videoclub", "list-films"])
        #expect(list.contains("One of id, -id, title"))
    }
}
