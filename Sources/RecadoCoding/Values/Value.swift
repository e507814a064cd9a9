// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A generic value of a document: null, a Boolean, a number, a string, an array or an object.
///
/// Use it for content whose structure is known only at run time, such as a schema, metadata or a
/// message to forward. Any coder can read and write it; Recado's coders keep the order of members
/// and the digits of numbers.
///
/// ```swift
/// let film: Value = ["title": "Solaris", "year": 1972, "cast": ["Banionis", "Bondarchuk"]]
/// film["cast"]?[0]             // "Banionis"
/// film.cast?[0]                // the same
/// film[path: "cast.0"]         // the same
/// ```
@dynamicMemberLookup
public enum Value: Sendable, Hashable {
    /// Nothing: `null`.
    case null
    /// Either `true` or `false`.
    case bool(Bool)
    /// A number as it was written.
    case number(Number)
    /// A text.
    case string(String)
    /// A list of values.
    case array([Value])
    /// A list of named values.
    case object(Object)
}

// MARK: - Reading parts

extension Value {
    /// The member of an object with the given key, or `nil` if there is none or this is not an
    /// object.
    ///
    /// Setting a member turns a null value into an object; setting `nil` removes the member.
    ///
    /// - Parameter key: The key, compared byte by byte.
    public subscript(key: String) -> Value? {
        get {
            guard case .object(let object) = self else { return nil }
            return object[key]
        }
        set {
            switch self {
            case .object(var object):
                self = .null
                object[key] = newValue
                self = .object(object)
            case .null:
                if let newValue { self = .object(Object([(key, newValue)])) }
            case .bool, .number, .string, .array:
                break
            }
        }
    }

    /// The element of an array at the given index, or `nil` if there is none or this is not an
    /// array.
    ///
    /// Setting replaces an element, or adds one after the last; setting `nil` removes it. With any
    /// other index, or if this is not an array, setting changes nothing.
    ///
    /// - Parameter index: The index, from 0.
    public subscript(index: Int) -> Value? {
        get {
            guard case .array(let elements) = self, elements.indices.contains(index) else {
                return nil
            }
            return elements[index]
        }
        set {
            guard case .array(var elements) = self, (0...elements.count).contains(index) else {
                return
            }
            self = .null
            defer { self = .array(elements) }
            _ = Self.set(newValue, in: &elements, at: index, [])
        }
    }

    /// The boolean, or `nil` for any other value.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The text of a string, or `nil` for any other value.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number as an integer, or `nil` if this is not a number or not an integer of 64 bits.
    public var intValue: Int? {
        guard case .number(let number) = self else { return nil }
        return number.exactly(Int.self)
    }

    /// The nearest floating-point number, or `nil` if this is not a number.
    public var doubleValue: Double? {
        guard case .number(let number) = self else { return nil }
        return number.double
    }

    /// The elements of an array, or `nil` for any other value.
    public var arrayValue: [Value]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members of an object, or `nil` for any other value.
    public var objectValue: Object? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// True if this is null.
    public var isNull: Bool { self == .null }
}

// MARK: - Literals

extension Value: ExpressibleByNilLiteral {
    /// Creates null.
    ///
    /// - Parameter nilLiteral: An empty tuple; not used.
    public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByBooleanLiteral {
    /// Creates a boolean.
    ///
    /// - Parameter value: Either `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByIntegerLiteral {
    /// Creates an integer number.
    ///
    /// - Parameter value: The integer.
    public init(integerLiteral value: Int64) { self = .number(Number(value)) }
}

extension Value: ExpressibleByFloatLiteral {
    /// Creates a floating-point number.
    ///
    /// - Parameter value: A finite number; infinities and NaN become null, because formats have no
    ///   numbers for them.
    public init(floatLiteral value: Double) { self = Number(value).map(Value.number) ?? .null }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a string.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByArrayLiteral {
    /// Creates an array.
    ///
    /// - Parameter elements: The elements in order.
    public init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
    /// Creates an object.
    ///
    /// - Parameter elements: The members in order; if keys are equal, the last value is used.
    public init(dictionaryLiteral elements: (String, Value)...) { self = .object(Object(elements)) }
}
