// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoGenerator
import RecadoYAML

/// Checks that every description gives source code with balanced braces, or an error with a reason.
enum DescriptionsTarget {
    static func read(_ input: [UInt8]) {
        var yaml = YAML()
        yaml.duplicateKeys = .first
        guard let document = try? yaml.document(from: input) else { return }
        var limits = SwiftDeclarations.Limits()
        // Fuzzed input is short, and lower limits save time.
        if !Growth.isCounted {
            (limits.types, limits.members) = (2_000, 20_000)
            (limits.text, limits.bytes) = (1 << 20, 1 << 20)
        }
        declare(document.value, document.written, limits)
        // Fuzzed input is rarely a whole description, so it is also used as a part of one.
        let schemas: Value = ["openapi": "3.1.0", "components": ["schemas": document.value]]
        declare(schemas, nil, limits)
        let paths: Value = ["openapi": "3.0.0", "paths": ["/a/{b}": document.value]]
        declare(paths, nil, limits)
        if let samples = try? SwiftDeclarations(
            samples: [document.value],
            named: "sample",
            limits: limits
        ) {
            expectSource(samples.text, limits)
        }
    }

    private static func declare(
        _ value: Value,
        _ written: Value?,
        _ limits: SwiftDeclarations.Limits
    ) {
        var documents = OpenAPIDocuments()
        guard (try? documents.add(value, written: written, at: "a.yaml")) != nil else { return }
        do throws(OpenAPIError) {
            let declarations = try SwiftDeclarations(of: documents, limits: limits)
            expectSource(declarations.text, limits)
        } catch {
            expect(error.reason.isEmpty, false, "an error says nothing")
        }
    }

    /// Expects the braces to be balanced, whatever names and texts the description has.
    private static func expectSource(_ text: String, _ limits: SwiftDeclarations.Limits) {
        expect(text.utf8.count <= limits.bytes, true, "there are more bytes than the limit")
        var depth = 0
        for line in text.utf8.split(separator: 0x0A) {
            let start = line.drop { $0 == 0x20 }
            if start.starts(with: "//".utf8) { continue }
            depth += braces(in: Array(start))
            expect(depth >= 0, true, "a brace closes nothing")
        }
        expect(depth, 0, "braces are not balanced")
    }

    /// Returns the number of opening braces minus that of closing ones, outside of string literals.
    private static func braces(in line: [UInt8]) -> Int {
        var (depth, isText, isEscaped) = (0, false, false)
        for byte in line {
            if isEscaped {
                isEscaped = false
            } else if isText, byte == 0x5C {
                isEscaped = true
            } else if byte == 0x22 {
                isText.toggle()
            } else if !isText {
                depth += byte == 0x7B ? 1 : byte == 0x7D ? -1 : 0
            }
        }
        expect(isText, false, "a text does not end in its line")
        return depth
    }
}
