// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoScreens
import RecadoServer
import RecadoServices
import Testing

@testable import RecadoApps

/// The cases of the course documents; and trials as URLs and as Swift code.
@Suite(.timeLimit(.minutes(1)))
struct `Presets of the playground app` {
    private func summary(_ trial: PlaygroundTrial) async throws -> String {
        let transport = InProcessTransport(try Application([PlaygroundService().service]))
        let client = try Services.client(transport, "/playground").withWireTap()
        var page = PlaygroundPage(trial)
        await page.attempt(PlaygroundCalls(client))
        switch page.state.outcome.value?.result {
        case nil: return page.state.trouble?.kind.rawValue ?? "untried"
        case .users(let users): return users.map(\.name).joined(separator: ", ")
        case .nothing: return "nothing"
        case .error(let error): return "error \(error.code)"
        case .failed(let error): return UserFacingError(error).kind.rawValue
        }
    }

    @Test(
        arguments: [
            "value": "Alicia Abad", "list": "Alicia Abad, Bruno Blasco, Carla Costa",
            "key": "Carla Costa", "path": "Alicia Abad", "error": "error 1", "refused": "invalid",
            "envelope": "Alicia Abad", "envelope-error": "error 7", "empty": "nothing",
            "malformed": "unreadable", "page": "unreadable", "slow": "Alicia Abad",
        ]
    )
    func `have the outcomes that their titles promise`(id: String, expected: String) async throws {
        let preset = try #require(PlaygroundPreset.all.first { $0.id == id })
        #expect(try await summary(preset.trial) == expected)
    }

    @Test func `have distinct settings and ids, like the example app's choices`() {
        #expect(PlaygroundPreset.all.count == 12)
        #expect(PlaygroundPreset.choices.count == 16)
        for presets in [PlaygroundPreset.all, PlaygroundPreset.choices] {
            #expect(Set(presets.map(\.trial)).count == presets.count)
            #expect(Set(presets.map(\.id)).count == presets.count)
        }
        let titles = PlaygroundPreset.all.flatMap { [$0.title.spanish, $0.title.english] }
        #expect(Set(titles).count == titles.count)
    }

    @Test(arguments: PlaygroundPreset.all + PlaygroundPreset.choices)
    func `are encoded completely in their URLs`(preset: PlaygroundPreset) throws {
        let query = try #require(preset.trial.path.split(separator: "?").last)
        #expect(PlaygroundTrial(try QueryItems(parsing: String(query))) == preset.trial)
    }

    // MARK: - Code

    private static func trial(_ fill: (inout PlaygroundTrial) -> Void) -> PlaygroundTrial {
        var trial = PlaygroundTrial()
        fill(&trial)
        return trial
    }

    private static let trials = [
        trial { $0.readRoot = "user" },
        trial {
            ($0.shape, $0.status, $0.root) = (.list, "201", "body.data")
            ($0.writing, $0.reading, $0.isStrictAboutNothing) = (.xml, .list, true)
            ($0.readRoot, $0.readErrorRoot) = ("body.data", "errors")
        },
        trial { ($0.shape, $0.code, $0.manner) = (.envelope, "0", .envelope) },
    ]

    private func code(_ trial: PlaygroundTrial) -> PlaygroundCode {
        PlaygroundCode(trial: trial, service: "http://localhost:3000/playground")
    }

    @Test(arguments: trials)
    func `are shown as Swift code that is part of a compiled snippet`(trial: PlaygroundTrial) throws
    {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Snippets/TriedCalls.swift")
        func words(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let snippet = words(try String(contentsOf: file, encoding: .utf8))
        let lines = words(code(trial).swift)
        for line in lines { #expect(snippet.contains(line), "\(line)") }
        let call = Array(lines.drop { !$0.hasPrefix("let playground") })
        #expect(!call.isEmpty && snippet.firstRange(of: call) != nil, "\(call)")
    }

    @Test func `are shown as curl and recado commands`() {
        let first = code(Self.trials[0])
        #expect(first.curl == "curl -i 'http://localhost:3000/playground/user'")
        #expect(
            first.command
                == "recado playground show --read-root user --server 'http://localhost:3000'"
        )
        let second = code(Self.trials[1])
        #expect(
            second.curl
                == "curl -i 'http://localhost:3000/playground/user?status=201&shape=list&root=body.data&format=xml'"
        )
        #expect(
            second.command
                == "recado playground show --status 201 --shape list --root body.data --format xml "
                + "--read-root body.data --read-error-root errors --server 'http://localhost:3000'"
        )
        #expect(code(Self.trials[2]).command.contains("--code 0 --read-as envelope"))
    }

    @Test func `quote the URL of the service for the shell`() {
        let code = PlaygroundCode(trial: PlaygroundTrial(), service: "http://a'; rm -r x/play")
        #expect(code.curl == #"curl -i 'http://a'\''; rm -r x/play/user'"#)
    }
}
