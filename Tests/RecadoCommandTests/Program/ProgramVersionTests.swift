// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCommand

@Suite struct `The version of the command` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        let url = folder.url(of: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    @Test func `includes the commit recorded by the installation`() throws {
        let program = folder.file("usr/bin/recado")
        #expect(ProgramVersion.commit(besides: program) == nil)
        try write("v0.1.0-3-g1f2e3d4\n", to: "usr/share/recado/commit")
        #expect(ProgramVersion.commit(besides: program) == "v0.1.0-3-g1f2e3d4")
        for text in ["", "\n", "a b\n", "\u{1B}[2J", String(repeating: "a", count: 300)] {
            try write(text, to: "usr/share/recado/commit")
            #expect(ProgramVersion.commit(besides: program) == nil, "\(text)")
        }
    }

    @Test func `includes the current commit of its Git clone`() throws {
        #expect(ProgramVersion.commit(ofClone: folder.path) == nil)
        try write("1f2e3d4c5b\n", to: ".git/HEAD")
        #expect(ProgramVersion.commit(ofClone: folder.path) == "1f2e3d4c5b")
        try write("ref: refs/heads/main\n", to: ".git/HEAD")
        #expect(ProgramVersion.commit(ofClone: folder.path) == nil)
        try write("aabbccddee\n", to: ".git/refs/heads/main")
        #expect(ProgramVersion.commit(ofClone: folder.path) == "aabbccddee")
        try write("ref: ../secret\n", to: ".git/HEAD")
        try write("aabbccddee\n", to: "secret")
        #expect(ProgramVersion.commit(ofClone: folder.path) == nil)
    }
}
