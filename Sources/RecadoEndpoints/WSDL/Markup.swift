// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An XML element of a document that is built in code, such as a schema.
package struct Markup: Sendable {
    private let name: String
    private var attributes: [(name: String, value: String)]
    private var children: [Markup]
    private var text: String?

    /// Creates an element; attributes without a value are left out.
    package init(
        _ name: String,
        _ attributes: KeyValuePairs<String, String?> = [:],
        _ children: [Markup] = []
    ) {
        self.name = name
        self.attributes = attributes.compactMap { name, value in value.map { (name, $0) } }
        self.children = children
    }

    /// Creates an element that contains a text.
    package init(_ name: String, text: String) {
        self.init(name)
        self.text = text
    }

    /// Adds a child.
    package mutating func add(_ child: Markup) { children.append(child) }

    /// The document with this element as its root, indented.
    package var document: String {
        var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        write(to: &text, indentation: "")
        return text
    }

    private func write(to output: inout String, indentation: String) {
        output += "\(indentation)<\(name)"
        for attribute in attributes {
            output += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
        }
        if let text {
            output += ">\(Self.escaped(text))</\(name)>\n"
        } else if children.isEmpty {
            output += "/>\n"
        } else {
            output += ">\n"
            for child in children { child.write(to: &output, indentation: indentation + "  ") }
            output += "\(indentation)</\(name)>\n"
        }
    }

    /// Returns a text escaped for elements and for attributes in double quotes.
    ///
    /// Characters that XML does not allow at all become U+FFFD, because such texts may come from
    /// a client.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
