// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Value: CustomStringConvertible {
    /// The value as indented JSON, for people to read.
    public var description: String {
        var text = ""
        write(to: &text, indent: "\n")
        return text
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number.description
        case .string(let string): Self.quote(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                text += (index == 0 ? "" : ",") + indent + "  "
                element.write(to: &text, indent: indent + "  ")
            }
            text += elements.isEmpty ? "]" : indent + "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.enumerated() {
                text += (index == 0 ? "" : ",") + indent + "  "
                Self.quote(member.key, to: &text)
                text += ": "
                member.value.write(to: &text, indent: indent + "  ")
            }
            text += object.isEmpty ? "}" : indent + "}"
        }
    }

    private static func quote(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
