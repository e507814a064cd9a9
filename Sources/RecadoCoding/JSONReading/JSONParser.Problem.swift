// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
    /// An error and its location; converted to a `CodingError` outside the parser.
    struct Problem: Error {
        let reason: Reason
        let offset: Int

        init(_ reason: Reason, _ offset: Int) {
            self.reason = reason
            self.offset = offset
        }
    }

    /// The reason of an error; the raw value is the message, unless the message depends on a limit.
    enum Reason: String {
        case end = "the document ends too early"
        case value = "expected a value"
        case number = "expected a number as JSON writes it"
        case separator = "expected a comma or a closing bracket"
        case colon = "expected a colon"
        case key = "expected a key in quotation marks"
        case control = "a control character in a string must be escaped"
        case escape = "this escape does not exist"
        case surrogate = "this escape is half of a pair of surrogates"
        case encoding = "the bytes are not UTF-8"
        case trailing = "expected nothing behind the value"
        case duplicate = "expected this key only once in its object"
        case depth, nodes, bytes

        var code: CodingError.Code {
            switch self {
            case .depth: .tooDeep
            case .nodes, .bytes: .tooLarge
            case .duplicate: .duplicateKey
            default: .malformed
            }
        }

        func message(_ limits: JSON.Limits) -> String {
            switch self {
            case .depth: "expected at most \(limits.depth) levels of nesting"
            case .nodes: "expected at most \(limits.nodes) values and keys"
            case .bytes: "expected at most \(limits.bytes) bytes"
            default: rawValue
            }
        }
    }
}
