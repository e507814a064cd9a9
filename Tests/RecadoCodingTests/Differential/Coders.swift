// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Recado's coder and Foundation's, with the same options.
struct Coders {
    var recado = JSON()
    var decoder = JSONDecoder()
    var encoder = JSONEncoder()

    /// Puts a value into the `userInfo` of both coders.
    mutating func tell(_ value: some Sendable, as name: String) {
        guard let key = CodingUserInfoKey(rawValue: name) else { return }
        recado.userInfo[key] = value
        decoder.userInfo[key] = value
        encoder.userInfo[key] = value
    }
}

/// The outcome of a call: a value, or the reason why there is none.
enum Outcome<Value> {
    case value(Value)
    case refusal(CoderRefusal)

    init(_ body: () throws -> Value) {
        do {
            self = .value(try body())
        } catch {
            self = .refusal(CoderRefusal(error))
        }
    }

    var refusal: CoderRefusal? {
        guard case .refusal(let refusal) = self else { return nil }
        return refusal
    }
}

extension Outcome: Equatable where Value: Equatable {}

extension Outcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .value(let value): "\(value)"
        case .refusal(let refusal): refusal.description
        }
    }
}

/// The reason of a refusal, in terms that both coders know.
struct CoderRefusal: Equatable, CustomStringConvertible {
    /// The case of the `DecodingError` or `EncodingError`, or the type of an error that the model
    /// itself throws.
    var kind: String
    /// The path as a JSON Pointer, or `nil` for an error that the model itself throws.
    var pointer: String?

    init(_ error: any Error) {
        switch error {
        case let failure as CodingError: self.init(failure)
        case DecodingError.typeMismatch(_, let context):
            self.init("typeMismatch", context.codingPath)
        case DecodingError.valueNotFound(_, let context):
            self.init("valueNotFound", context.codingPath)
        case DecodingError.keyNotFound(let key, let context):
            self.init("keyNotFound", context.codingPath + [key])
        case DecodingError.dataCorrupted(let context):
            self.init("dataCorrupted", context.codingPath)
        case EncodingError.invalidValue(_, let context):
            self.init("invalidValue", context.codingPath)
        default: self.init("\(type(of: error))", nil)
        }
    }

    private init(_ kind: String, _ path: [any CodingKey]?) {
        self.kind = kind
        pointer = path.map(Self.pointer)
    }

    /// Describes an error; it has no place in the document if and only if it comes from writing.
    private init(_ failure: CodingError) {
        pointer = failure.pointer
        switch failure.code {
        case .typeMismatch, .keyNotFound, .valueNotFound: kind = failure.code.rawValue
        default:
            kind = failure.place == nil ? "invalidValue" : "dataCorrupted"
            guard let own = failure.underlying, failure.detail == nil else { return }
            kind = "\(type(of: own))"
            pointer = nil
        }
    }

    var description: String {
        guard let pointer else { return kind }
        return pointer.isEmpty ? kind : "\(kind) at \(pointer)"
    }

    /// Returns the JSON Pointer of a coding path; the coders name the indexes in it differently.
    static func pointer(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { pointer, key in
            let isIndex = key.intValue.map { key.stringValue == "Index \($0)" } ?? false
            let name = isIndex ? "\(key.intValue ?? 0)" : key.stringValue
            pointer +=
                "/"
                + name.replacingOccurrences(of: "~", with: "~0")
                .replacingOccurrences(of: "/", with: "~1")
        }
    }
}

/// A document as `JSONDecoder` alone sees it, with all digits of its numbers.
enum DocumentTree: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double?, Decimal?)
    case text(String)
    case list([DocumentTree])
    case members([String: DocumentTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([DocumentTree].self) {
            self = .list(value)
        } else if let value = try? container.decode([String: DocumentTree].self) {
            self = .members(value)
        } else {
            let decimal = try? container.decode(Decimal.self)
            let double = Result { try container.decode(Double.self) }
            self = .number(decimal == nil ? try double.get() : try? double.get(), decimal)
        }
    }
}
