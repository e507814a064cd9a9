// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoComparison
import RecadoGenerator
import RecadoYAML

/// The declarations that the generator writes for a description, with ways to compile them.
struct Generated {
    let declarations: SwiftDeclarations
    let document: Value

    /// Generates declarations from a description in JSON or YAML; `others` are the files it refers
    /// to.
    init(_ text: String, others: [String: String] = [:]) throws {
        let read = try YAML().document(from: Array(text.utf8))
        document = read.value
        var documents = OpenAPIDocuments()
        var waiting = try documents.add(
            document,
            written: read.written,
            at: "api/service.yaml"
        )
        while let next = waiting.popLast() {
            guard let other = others[next] else { continue }
            let part = try YAML().document(from: Array(other.utf8))
            waiting += try documents.add(part.value, written: part.written, at: next)
        }
        declarations = try SwiftDeclarations(of: documents)
    }

    /// The name of the outermost type.
    var name: String {
        let line = declarations.text.split(separator: "\n").first { $0.hasPrefix("enum ") }
        return line.map { String($0.dropFirst(5).prefix { $0 != " " }) } ?? ""
    }

    /// Returns the compiler's errors and warnings about the declarations.
    func complaints() throws -> [String] { try Compiler.check(declarations.text) }

    /// Compiles and runs the declarations, and returns the breaking changes from the original
    /// description to the one that they generate.
    func breakingChanges() throws -> [String] {
        let program =
            declarations.text + """

                print(try OpenAPI(\(name).api).json())
                """
        let described = try JSON().value(from: try Compiler.run(program))
        return try APIComparison(old: document, new: described).changes
            .filter { $0.level == .breaking || $0.level == .unfinished }.map(\.description)
    }
}
