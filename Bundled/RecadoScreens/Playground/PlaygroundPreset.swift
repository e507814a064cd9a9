// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// A trial with predefined fields, taken from the manual of SDOSAlamofire, a library of typed
/// response serializers.
public struct PlaygroundPreset: Sendable, Hashable, Identifiable {
    /// The name, such as `envelope-error`.
    public let id: String
    /// The trial.
    public let trial: PlaygroundTrial

    private init(_ id: String, _ fill: (inout PlaygroundTrial) -> Void) {
        self.id = id
        var trial = PlaygroundTrial()
        fill(&trial)
        self.trial = trial
    }

    /// The trials for the examples of calls in the manual, the simplest first.
    public static let all: [PlaygroundPreset] = [
        PlaygroundPreset("value") { $0.shape = .user },
        PlaygroundPreset("list") { ($0.shape, $0.reading) = (.list, .list) },
        PlaygroundPreset("key") { $0.readRoot = "user" },
        PlaygroundPreset("path") {
            ($0.shape, $0.root, $0.readRoot) = (.user, "body.data", "body.data")
        },
        PlaygroundPreset("error") { ($0.status, $0.readErrorRoot) = ("400", "errors") },
        PlaygroundPreset("refused") { $0.status = "400" },
        PlaygroundPreset("envelope") { ($0.shape, $0.manner) = (.envelope, .envelope) },
        PlaygroundPreset("envelope-error") {
            ($0.shape, $0.code, $0.manner) = (.envelope, "7", .envelope)
        },
        PlaygroundPreset("empty") { $0.status = "204" },
        PlaygroundPreset("malformed") { $0.fault = .malformed },
        PlaygroundPreset("page") { $0.fault = .page },
        PlaygroundPreset("slow") { ($0.shape, $0.delay) = (.user, "3000") },
    ]

    /// The combinations of choices in the manual's example application: the way to recognize an
    /// error, with or without the roots `user` and `errors`, and the status 200 or 400.
    public static let choices: [PlaygroundPreset] = PlaygroundTrial.Manner.allCases.flatMap {
        manner in
        ["", "errors"].flatMap { errorRoot in
            ["", "user"].flatMap { root in
                ["", "400"].map { status in
                    PlaygroundPreset("\(manner)-\(root)-\(errorRoot)-\(status)") {
                        ($0.manner, $0.status) = (manner, status)
                        ($0.readRoot, $0.readErrorRoot) = (root, errorRoot)
                    }
                }
            }
        }
    }
}
