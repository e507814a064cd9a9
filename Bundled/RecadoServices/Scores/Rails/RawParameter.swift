// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The value of an XML element or attribute, before it is converted to the type that the element
/// declares.
enum RawParameter {
    case text(String)
    case map(RawMembers)
    case list([RawParameter])

    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }

    /// Adds a value; a second value turns a single value into a list of both.
    fileprivate mutating func append(_ value: RawParameter) {
        guard case .list(var values) = self else {
            self = .list([self, value])
            return
        }
        // This releases the other reference to the list, so that it grows in place.
        self = .text("")
        values.append(value)
        self = .list(values)
    }

    // MARK: - Types

    /// Converts the value, according to the types that elements declare.
    func parameter() throws(Unreadable) -> Parameter {
        switch self {
        case .text(let text): .text(text)
        case .list(let values): .list(try Self.parameters(values))
        case .map(let members): try members.parameter()
        }
    }

    fileprivate static func parameters(
        _ values: [RawParameter]
    ) throws(Unreadable) -> [Parameter] {
        var parameters: [Parameter] = []
        for value in values { parameters.append(try value.parameter()) }
        return parameters
    }
}

/// The members of an XML element: its attributes, its elements and its text.
struct RawMembers {
    /// The name under which the text is stored.
    static let content: ParameterName = "__content__"

    private var values: [ParameterName: RawParameter] = [:]
    /// The first name whose value is not a plain text; if the XML element declares an array, the
    /// values under this name are the array's elements.
    private var firstCompound: ParameterName?

    /// Adds a value under a name.
    mutating func add(_ value: RawParameter, _ name: ParameterName) {
        if let index = values.index(forKey: name) {
            values.values[index].append(value)
        } else {
            values[name] = value
            if value.isText { return }
        }
        if firstCompound == nil { firstCompound = name }
    }

    private func text(_ name: ParameterName) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// Returns the value of an attribute that holds a keyword; empty for a value that is longer
    /// than any keyword.
    private func word(_ name: ParameterName) -> String? {
        text(name).map { $0.utf8.count <= 16 ? $0 : "" }
    }

    // MARK: - Types

    /// Converts the members, according to the type that the element declares.
    func parameter() throws(Unreadable) -> Parameter {
        let type = word("type")
        // These types could turn content into code.
        if type == "yaml" || type == "symbol" { throw Unreadable() }
        if type == "array" { return .list(try elements()) }
        let content = text(Self.content)
        let isNil = word("nil") == "true"
        if let content, values.count == 1 || !content.isBlank {
            return Self.typed(content, as: type)
        }
        if type == "file" { return .map([:]) }
        if type == "string", !isNil { return .text("") }
        if values.isEmpty || isNil || (type != nil && values.count == 1) { return .null }
        var result: [ParameterName: Parameter] = [:]
        for (name, value) in values { result[name] = try value.parameter() }
        return .map(result)
    }

    private func elements() throws(Unreadable) -> [Parameter] {
        guard let firstCompound, let value = values[firstCompound] else { return [] }
        guard case .list(let values) = value else { return [try value.parameter()] }
        return try RawParameter.parameters(values)
    }

    private static func typed(_ content: String, as type: String?) -> Parameter {
        switch type {
        case "integer":
            if case .number(let number) = content.rubyInteger {
                .number(Value.Number(number))
            } else {
                .text(content)
            }
        case "boolean": .bool([Array("1".utf8), Array("true".utf8)].contains(compact(content)))
        case "float", "double", "decimal":
            Double(String(decoding: compact(content), as: UTF8.self))
                .flatMap { Value.Number($0) }
                .map(Parameter.number) ?? .text(content)
        case "base64Binary":
            .text(Base64.decode(content).map { String(decoding: $0, as: UTF8.self) } ?? "")
        default: .text(content)
        }
    }

    /// Returns the bytes of a text without white space.
    private static func compact(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    }
}
