// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A path to a value in a document, such as `body.value`, `films.0.title` or `films.*.title`.
///
/// Names and indexes are separated by dots. In an array, a number denotes an element; in any other
/// value, it denotes a member. `*` denotes all elements of an array, or all child elements of an
/// XML element; the rest of the path is followed from each element, elements without it are
/// skipped, and the result is a list. In a name, a dot, a star or a backslash is escaped by a
/// backslash: `#"files.a\.txt"#`.
public struct CodingPath: Sendable, Hashable {
    let steps: [Step]

    enum Step: Sendable, Hashable {
        /// A member; or an element, if the value is an array and the text is a number.
        case name(String)
        /// All elements.
        case every
    }

    /// The empty path, which denotes the value itself.
    public static let root = CodingPath(steps: [])

    init(steps: [Step]) { self.steps = steps }

    /// Reads a path.
    ///
    /// - Parameters:
    ///   - text: The path; an empty text denotes the value itself.
    ///   - delimiter: The character that separates names; if it is `nil`, the whole text is one
    ///     name.
    public init(_ text: String, delimiter: Character? = ".") {
        guard let delimiter else {
            steps = [.name(text)]
            return
        }
        let separator = Array(String(delimiter).utf8)
        var steps: [Step] = []
        var name: [UInt8] = []
        var isLiteral = false
        var rest = Array(text.utf8)[...]
        func step() -> Step {
            name == Self.star && !isLiteral
                ? .every : .name(String(decoding: name, as: UTF8.self))
        }
        while let byte = rest.first {
            if byte == Self.backslash {
                isLiteral = true
                rest.removeFirst()
                name.append(rest.popFirst() ?? byte)
            } else if rest.starts(with: separator) {
                steps.append(step())
                (name, isLiteral) = ([], false)
                rest.removeFirst(separator.count)
            } else {
                name.append(byte)
                rest.removeFirst()
            }
        }
        if !text.isEmpty { steps.append(step()) }
        self.steps = steps
    }

    private static let (star, dot, backslash): ([UInt8], UInt8, UInt8) = ([0x2A], 0x2E, 0x5C)

    /// The names along the path, with `nil` for each `*`.
    package var names: [String?] {
        steps.map { if case .name(let name) = $0 { name } else { nil } }
    }

    /// True if the path leads to a list, because it contains `*`.
    var isProjection: Bool { steps.contains(.every) }
}

extension CodingPath: ExpressibleByStringLiteral {
    /// Reads a path with dots between names.
    ///
    /// - Parameter value: The path.
    public init(stringLiteral value: String) { self.init(value) }
}

extension CodingPath: CustomStringConvertible {
    /// The path with dots between names; a path created from this text is equal.
    public var description: String {
        steps.map { step in
            guard case .name(let name) = step else { return "*" }
            let isStar = name.utf8.elementsEqual(Self.star)
            var text: [UInt8] = []
            for byte in name.utf8 {
                if isStar || byte == Self.dot || byte == Self.backslash {
                    text.append(Self.backslash)
                }
                text.append(byte)
            }
            return String(decoding: text, as: UTF8.self)
        }
        .joined(separator: ".")
    }
}

extension CodingPath.Step {
    /// Compares two steps by their bytes, like two keys of a document.
    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.name(let one), .name(let other)): one.hasSameBytes(as: other)
        case (.every, .every): true
        default: false
        }
    }

    /// Hashes the bytes.
    func hash(into hasher: inout Hasher) {
        guard case .name(let name) = self else { return hasher.combine(0 as UInt8) }
        hasher.combine(1 as UInt8)
        name.hashBytes(into: &hasher)
    }

    /// The name, or `*`.
    var text: String {
        if case .name(let name) = self { name } else { "*" }
    }

    /// The index that the name denotes, if it is a decimal number.
    var index: Int? {
        guard case .name(let name) = self, let first = name.utf8.first, first &- 0x30 <= 9 else {
            return nil
        }
        return Int(name)
    }
}
