// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A way into a document: `body.value`, `films.0.title`, `films.*.title`.
///
/// Names and indexes stand with dots between them. A number names an element where the way has come
/// to an array, and a member elsewhere. `*` stands for all elements of an array, or all child elements of
/// an XML element; what follows it is taken from each that has it, and the result is a list. A dot, a star
/// or a backslash that belongs to a name is written behind a backslash: `#"files.a\.txt"#`.
public struct CodingPath: Sendable, Hashable {
    let steps: [Step]

    enum Step: Sendable, Hashable {
        /// A member, or an element if the text is a number and the value an array.
        case name(String)
        /// All elements.
        case every
    }

    /// The path that leads nowhere: to the value itself.
    public static let root = CodingPath(steps: [])

    init(steps: [Step]) { self.steps = steps }

    /// Reads a path.
    ///
    /// - Parameters:
    ///   - text: The path; an empty text is the value itself.
    ///   - delimiter: What stands between names; `nil` takes the whole text for one name.
    public init(_ text: String, delimiter: Character? = ".") {
        guard let delimiter else {
            steps = [.name(text)]
            return
        }
        var steps: [Step] = []
        var name = ""
        var isLiteral = false
        var isEscaped = false
        func step() -> Step { name == "*" && !isLiteral ? .every : .name(name) }
        for character in text {
            if isEscaped {
                name.append(character)
                isEscaped = false
            } else if character == "\\" {
                (isEscaped, isLiteral) = (true, true)
            } else if character == delimiter {
                steps.append(step())
                (name, isLiteral) = ("", false)
            } else {
                name.append(character)
            }
        }
        if isEscaped { name.append("\\") }
        if !text.isEmpty { steps.append(step()) }
        self.steps = steps
    }

    /// Whether the path leads to a list, because `*` stands in it.
    var isProjection: Bool { steps.contains(.every) }
}

extension CodingPath: ExpressibleByStringLiteral {
    /// Reads a path with dots between names.
    ///
    /// - Parameter value: The path.
    public init(stringLiteral value: String) { self.init(value) }
}

extension CodingPath: CustomStringConvertible {
    /// The path with dots between names, so that reading it gives the same path.
    public var description: String {
        steps.map { step in
            guard case .name(let name) = step else { return "*" }
            var text = ""
            for character in name {
                if character == "." || character == "\\" || name == "*" { text += "\\" }
                text.append(character)
            }
            return text
        }
        .joined(separator: ".")
    }
}

extension CodingPath.Step {
    /// The name, or `*`.
    var text: String {
        if case .name(let name) = self { name } else { "*" }
    }

    /// The index that a name is, if it is the decimal number of one.
    var index: Int? {
        guard case .name(let name) = self, let first = name.utf8.first, first &- 0x30 <= 9 else {
            return nil
        }
        return Int(name)
    }
}
