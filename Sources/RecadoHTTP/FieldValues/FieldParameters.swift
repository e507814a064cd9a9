// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of a field value, in their order (RFC 9110 §5.6.6).
///
/// Names are compared without regard to case, values exactly. Values are kept without their quotes.
public struct FieldParameters: Sendable, Hashable {
    /// A name and its value.
    public struct Parameter: Sendable, Hashable {
        /// The name, in lowercase.
        public let name: String
        /// The value, without quotes.
        public let value: String
    }

    private var parameters: [Parameter] = []

    /// Creates an empty list.
    public init() {}

    /// The first value of a name; setting it replaces every value of that name.
    ///
    /// Setting does nothing for a name that is not a token (RFC 9110 §5.6.2).
    public subscript(name: String) -> String? {
        get {
            let name = name.lowercased()
            return parameters.first { $0.name == name }?.value
        }
        set {
            let name = name.lowercased()
            let place = parameters.firstIndex { $0.name == name } ?? parameters.endIndex
            parameters.removeAll { $0.name == name }
            guard let newValue, Token.isValid(name) else { return }
            parameters.insert(Parameter(name: name, value: newValue), at: place)
        }
    }

    /// Adds a parameter at the end; does nothing if the name is not a token.
    public mutating func append(_ value: String, to name: String) {
        guard Token.isValid(name) else { return }
        parameters.append(Parameter(name: name.lowercased(), value: value))
    }

    /// True if two or more parameters have the same name.
    package var hasRepeatedName: Bool {
        Set(parameters.map(\.name)).count < parameters.count
    }

    /// Returns text as a quoted string, with escapes where they are needed (RFC 9110 §5.6.4).
    ///
    /// Control characters become spaces, so that text cannot end the field.
    package static func quoted(_ text: some StringProtocol) -> String {
        var output: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case _ where FieldText.isControl(byte): output.append(0x20)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
        return String(decoding: output, as: UTF8.self)
    }
}

// MARK: - Conformances

extension FieldParameters: RandomAccessCollection {
    /// The position of the first parameter.
    public var startIndex: Int { parameters.startIndex }
    /// The position after the last parameter.
    public var endIndex: Int { parameters.endIndex }
    /// The parameter at a position.
    public subscript(position: Int) -> Parameter { parameters[position] }
}

extension FieldParameters: ExpressibleByDictionaryLiteral {
    /// Creates a list of parameters, in their order; those whose name is not a token are left out.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(value, to: name) }
    }
}

extension FieldParameters: CustomStringConvertible {
    /// The parameters in the form of a field, each after a semicolon: `; charset=utf-8`.
    public var description: String {
        parameters.map { parameter in
            let value = parameter.value
            return "; \(parameter.name)="
                + (Token.isValid(value) ? value : FieldParameters.quoted(value))
        }.joined()
    }
}
