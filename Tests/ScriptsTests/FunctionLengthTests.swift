// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// A declaration that gets 38 more lines in place of `§`, with the findings that the rule then has.
struct LongDeclaration: Sendable, CustomTestStringConvertible {
    let kind: String
    let code: String
    /// The expected findings, each as `line name`.
    let found: [String]

    var testDescription: String { kind }

    init(_ kind: String, _ code: String, found: [String]) {
        self.kind = kind
        self.code = code.replacing("§", with: String(repeating: "\n", count: 38))
        self.found = found
    }

    static let bodies: [LongDeclaration] = [
        LongDeclaration("at the limit", "func f() {§\n}", found: []),
        LongDeclaration("one line over", "func f() {§\n\n}", found: ["4 f"]),
        LongDeclaration(
            "an initialiser",
            "struct A {\ninit?(a: Int) {§\n\n}\n}",
            found: ["5 init"]
        ),
        LongDeclaration("a call of an initialiser", "let a = A.init(1)\n{§\n\n}", found: []),
        LongDeclaration("a deinitialiser", "class A {\ndeinit {§\n\n}\n}", found: ["5 deinit"]),
        LongDeclaration(
            "an operator",
            "struct A {\nstatic func < (a: A, b: A) -> Bool {§\n\n}\n}",
            found: ["5 <"]
        ),
        LongDeclaration("a name in backticks", "func `a { b`() {§\n\n}", found: ["4 `a { b`"]),
        LongDeclaration("a result on the next line", "func f() ->\n  A {§\n}", found: ["4 f"]),
        LongDeclaration(
            "a signature over several lines",
            "func f<A>(\n  _ a: A,\n  b: () -> Void = {}\n) async throws(Failure)\n"
                + "  -> [A]\nwhere\n  A: B,\n  A.C == D\n{§\n}",
            found: ["4 f"]
        ),
    ]

    static let properties: [LongDeclaration] = [
        LongDeclaration("a computed property", "var a: Int {§\n\n}", found: ["4 a"]),
        LongDeclaration(
            "each accessor for itself",
            "var a: Int {\nget {§\n\n}\nset(new) {}\n}",
            found: ["5 a.get"]
        ),
        LongDeclaration(
            "two accessors that are long together",
            "var a: Int {\nget {§}\nset {§}\n}",
            found: []
        ),
        LongDeclaration(
            "an observer",
            "var a: [Int] = [1] {\nwillSet {}\ndidSet {§\n\n}\n}",
            found: ["6 a.didSet"]
        ),
        LongDeclaration(
            "a subscript",
            "struct A {\nsubscript(i: Int) -> Int {§\n\n}\n}",
            found: ["5 subscript"]
        ),
        LongDeclaration(
            "a subscript's setter",
            "struct A {\nsubscript<T>(i: T) -> Int {\nget { 1 }\nset {§\n\n}\n}\n}",
            found: ["7 subscript.set"]
        ),
        LongDeclaration(
            "a binding in a condition",
            "func f() { if var a {§\n\n} }",
            found: ["4 f"]
        ),
    ]

    static let surroundings: [LongDeclaration] = [
        LongDeclaration(
            "a protocol's requirements",
            "protocol A {\nvar a: Int { get set }\nfunc f() throws\ninit(a: Int)\n"
                + "func g() -> Int\n§\nvar b: Int { get }\n}",
            found: []
        ),
        LongDeclaration(
            "a function inside another",
            "func f() {\nfunc g() {§\n\n}\nlet h = { (a: Int) in a }\n}",
            found: ["4 f", "5 g"]
        ),
        LongDeclaration(
            "braces in strings and comments",
            "func f() {\nlet a = \"}\" + #\"\"}\\(\"#  // }\n/* } /* } */ } */\n"
                + "let b = \"\"\"\n}\n\"\"\"\n§}",
            found: ["4 f"]
        ),
        LongDeclaration(
            "braces that a string's code holds",
            "func f() {\nlet a = \"\\(b.map { \"{\\($0)\" })}\"\n§}\nfunc g() {}",
            found: ["4 f"]
        ),
        LongDeclaration(
            "braces in a regular expression",
            "func f() {\nlet a = [/}\"/, #/}/}/#]\n§}",
            found: ["4 f"]
        ),
        LongDeclaration(
            "a division is no regular expression",
            "func f() {\nlet a = b / c, d = b/c.map { $0/2\n}§}",
            found: ["4 f"]
        ),
        LongDeclaration(
            "words that are no declarations",
            "let a = f(init: 1) { g(2) {§\n\n} }\na.subscript(1)\nlet b = \"func h() {\"",
            found: []
        ),
    ]
}

@Suite(.timeLimit(.minutes(1))) struct `Measuring function lengths` {
    @Test(
        arguments: LongDeclaration.bodies + LongDeclaration.properties
            + LongDeclaration.surroundings
    )
    func `only long functions are found, with their names`(
        _ declaration: LongDeclaration
    ) async throws {
        let run = try await ProjectTree.withClean { tree in
            let code = ProjectTree.header + declaration.code + "\n"
            try tree.write(code, to: "Sources/A/A.swift")
            return try await ScriptRun(checking: tree, rules: ["function-length"])
        }
        let found = run.findings.map { finding in
            finding.replacing("Sources/A/A.swift:", with: "")
                .replacing(": function-length:", with: "")
                .replacing(#/ has \d+ lines; at most 40$/#, with: "")
        }
        #expect(found == declaration.found, "\(run.output)")
        #expect(run.status == (declaration.found.isEmpty ? 0 : 1))
    }
}
