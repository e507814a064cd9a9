// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// A file that breaks one rule, and the finding that it must lead to.
struct Offence: Sendable, CustomTestStringConvertible {
    /// A description of the offence.
    let name: String
    /// The name of the rule, as an argument for `scripts/check`.
    let rule: String
    let path: String
    let text: String
    var isExecutable = false
    /// The rest of the finding after the path, from `:line: rule: ` on.
    let finding: String

    var testDescription: String { name }
    var expected: String { path + finding }

    /// Returns an offence in a source file whose code begins in line 4, after the header.
    static func source(
        _ name: String,
        _ rule: String,
        in path: String,
        _ code: String,
        finding: String
    ) -> Offence {
        Offence(
            name: name,
            rule: rule,
            path: path,
            text: ProjectTree.header + code + "\n",
            finding: finding
        )
    }

    static func script(
        _ name: String,
        in path: String,
        _ text: String,
        isExecutable: Bool = true,
        finding: String
    ) -> Offence {
        Offence(
            name: name,
            rule: "shell",
            path: path,
            text: text,
            isExecutable: isExecutable,
            finding: finding
        )
    }
}

extension Offence {
    static let all = forbidden + layout + documentation + foreign + scripts

    static let forbidden: [Offence] = [
        .source(
            "a forced try",
            "forbidden",
            in: "Sources/A/ForcedTry.swift",
            "let a = try! open()",
            finding: ":4: no-force-try: 'try!': "
        ),
        .source(
            "a forced try inside a string",
            "forbidden",
            in: "Sources/A/Interpolated.swift",
            #"let a = "one \(try! open())""#,
            finding: ":4: no-force-try: 'try!': "
        ),
        .source(
            "a forced cast",
            "forbidden",
            in: "Sources/A/ForcedCast.swift",
            "\nlet a = b as! Int",
            finding: ":5: no-force-cast: 'as!': "
        ),
        .source(
            "a fatal error",
            "forbidden",
            in: "Sources/A/FatalError.swift",
            #"let a: Int = fatalError("no")"#,
            finding: ":4: no-fatal-error: 'fatalError': "
        ),
        .source(
            "printing in a library",
            "forbidden",
            in: "Sources/A/Printing.swift",
            #"let a: Void = print("hello")"#,
            finding: ":4: no-print: 'print': "
        ),
        .source(
            "unchecked Sendable without a reason",
            "forbidden",
            in: "Sources/A/Unchecked.swift",
            "/// A documentation comment is no reason.\nfinal class A: @unchecked Sendable {}",
            finding: ":5: unchecked-sendable: '@unchecked Sendable' needs a '// ' comment"
        ),
        .source(
            "unsafe isolation without a reason",
            "forbidden",
            in: "Sources/A/Isolation.swift",
            "nonisolated(unsafe) var a = 1",
            finding: ":4: unsafe-isolation: 'nonisolated(unsafe)' needs a '// ' comment"
        ),
        .source(
            "unfinished work",
            "forbidden",
            in: "Sources/A/Unfinished.swift",
            "// TODO: the rest",
            finding: ":4: no-unfinished: 'TODO': "
        ),
    ]

    static let layout: [Offence] = [
        Offence(
            name: "no header",
            rule: "header",
            path: "Sources/A/Headless.swift",
            text: "let a = 1\n",
            finding: ":1: header: "
        ),
        Offence(
            name: "a long file",
            rule: "file-length",
            path: "Sources/A/Long.swift",
            text: ProjectTree.header + String(repeating: "//\n", count: 398),
            finding: ":401: file-length: the file has 401 lines; at most 400"
        ),
        Offence(
            name: "a long test file",
            rule: "file-length",
            path: "Tests/ATests/Long.swift",
            text: ProjectTree.header + String(repeating: "//\n", count: 598),
            finding: ":601: file-length: the file has 601 lines; at most 600"
        ),
        .source(
            "a long function",
            "function-length",
            in: "Sources/A/LongFunction.swift",
            "func f() {\n" + String(repeating: "\n", count: 39) + "}",
            finding: ":4: function-length: f has 41 lines; at most 40"
        ),
        .source(
            "brackets that do not match",
            "function-length",
            in: "Sources/A/Brackets.swift",
            "func f() { (",
            finding: ":4: function-length: this bracket has no partner"
        ),
    ]

    static let documentation: [Offence] = [
        .source(
            "a public declaration without documentation",
            "format",
            in: "Sources/A/Silent.swift",
            "public struct A: Sendable {}",
            finding: ":4: format/AllPublicDeclarationsHaveDocumentation: "
        ),
        .source(
            "a forced unwrap",
            "format",
            in: "Sources/A/Unwrap.swift",
            "let a = b!",
            finding: ":4: format/NeverForceUnwrap: "
        ),
        .source(
            "a wrong indentation",
            "format",
            in: "Tests/ATests/Indented.swift",
            "enum A {\n  static let a = 1\n}",
            finding: ":5: format/Indentation: "
        ),
        .source(
            "a mistake of grammar",
            "format",
            in: "Sources/A/Grammar.swift",
            "let = 1",
            finding: ":4: format: "
        ),
    ]

    // These names are split in two, because otherwise this file itself would break the rules.
    static let foreign: [Offence] = [
        .source(
            "a path of one machine",
            "machine-path",
            in: "Sources/A/Machine.swift",
            "let a = \"/wo" + "rk/main\"",
            finding: ":4: machine-path: '/wo" + "rk/' is a path"
        ),
        Offence(
            name: "somebody's home",
            rule: "machine-path",
            path: "README.md",
            text: "\nSee /ho" + "me/ana/recado.\n",
            finding: ":2: machine-path: '/ho" + "me/ana/' is a path"
        ),
        Offence(
            name: "a registry's host",
            rule: "registry-host",
            path: "scripts/README.md",
            text: "From py" + "pi.org.\n",
            finding: ":1: registry-host: 'py" + "pi.org' is the host"
        ),
        .source(
            "a wide comment",
            "comments",
            in: "Sources/Clean/Wide.swift",
            "/// " + String(repeating: "word ", count: 19) + "words.",
            finding: ":4: comment-width: the comment has 105 columns; at most 100"
        ),
        .source(
            "a clause in place of a thing",
            "comments",
            in: "Sources/Clean/Clause.swift",
            "/// - Returns: What was sent.",
            finding: ":4: comment-opening: 'What': begin with the thing that is meant"
        ),
        .source(
            "a module that is not named",
            "undeclared-import",
            in: "Sources/Clean/Undeclared.swift",
            "import Foundation\nprivate import Other",
            finding: ":5: undeclared-import: Clean imports Other, which"
        ),
    ]

    static let scripts: [Offence] = [
        .script(
            "a long script",
            in: "scripts/long",
            "#!/bin/sh\nset -eu\n" + String(repeating: "true\n", count: 39),
            finding: ":41: shell: the script has 41 lines; at most 40"
        ),
        .script(
            "a script that goes on after a failure",
            in: "scripts/lenient",
            "#!/bin/sh\ntrue\n",
            finding: ":1: shell: the script must say 'set -eu'"
        ),
        .script(
            "a script that cannot be run",
            in: "scripts/idle",
            "#!/bin/sh\nset -eu\n",
            isExecutable: false,
            finding: ":1: shell: the script must be executable"
        ),
        .script(
            "a script with a mistake of grammar",
            in: ".ci/run",
            "#!/bin/sh\nset -eu\n;;\n",
            finding: ":3: shell: sh -n: "
        ),
    ]
}
