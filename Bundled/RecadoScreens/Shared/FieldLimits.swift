// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
public import RecadoEndpoints

/// The limits of the fields of a form, read from the endpoint that takes the form.
///
/// Limits are therefore written only in the declaration, and forms always agree with the service.
///
/// ```swift
/// let limits = FieldLimits(of: CreateFilm.self)
/// limits["title"].maximumLength    // 255
/// ```
public struct FieldLimits: Sendable, Hashable {
    /// The limits of one field.
    public struct Limit: Sendable, Hashable {
        /// True if the field must not be empty.
        public var isRequired = false
        /// The greatest number of characters, counted as Unicode scalars; `nil` for no limit.
        public var maximumLength: Int?
        /// The numbers that are allowed; `nil` for all.
        public var range: ClosedRange<Int>?
    }

    private var limits: [String: Limit] = [:]

    /// Reads the limits of an endpoint's inputs and of the members of its content.
    ///
    /// An endpoint whose inputs cannot be described has no limits here; its service still checks
    /// the values.
    ///
    /// - Parameter endpoint: The endpoint.
    public init<E: Endpoint>(of endpoint: E.Type) {
        guard let declared = try? EndpointInputs<E>() else { return }
        for input in declared.inputs where input.location != .content {
            let schema = declared.library.resolve(input.schema)
            limits[input.name] = Limit(schema, isRequired: input.isRequired)
        }
        for property in declared.contentProperties {
            let schema = declared.library.resolve(property.schema)
            limits[property.name] = Limit(schema, isRequired: property.isRequired)
        }
    }

    /// The names of the declared fields.
    public var names: Set<String> { Set(limits.keys) }

    /// The limits of a field; a field that is not declared has no limits.
    public subscript(name: String) -> Limit { limits[name] ?? Limit() }

    /// Returns the error of a text that is too long, or empty but required.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the field.
    /// - Returns: The error; `nil` for a text within the limits.
    public func error(of text: String, in name: String) -> FieldError? {
        let limit = self[name]
        if text.isEmpty { return limit.isRequired ? FieldError(name, .missing) : nil }
        guard let greatest = limit.maximumLength else { return nil }
        let count = text.unicodeScalars.count
        return count > greatest
            ? FieldError(name, .tooLong(count: count, limit: greatest)) : nil
    }

    /// Returns the error of a typed number if the text is not a number, or if the number is outside
    /// the range.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the field.
    /// - Returns: The error; `nil` for a number within the range, and for an empty text.
    public func error(ofNumber text: String, in name: String) -> FieldError? {
        guard !text.isEmpty else { return nil }
        guard let range = self[name].range else {
            guard Int(text) == nil else { return nil }
            return FieldError(name, Self.isWhole(text) ? .numberTooLarge : .notANumber)
        }
        return Int(text).map(range.contains) == true ? nil : FieldError(name, .outside(range))
    }

    /// True if a text is a whole number, however large.
    private static func isWhole(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        return !digits.isEmpty && text.utf8.count - digits.count <= 1
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns the text, truncated to the length that the field allows.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the field.
    /// - Returns: The beginning of the text.
    func beginning(of text: String, in name: String) -> String {
        guard let greatest = self[name].maximumLength else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(greatest)))
    }
}

extension FieldLimits.Limit {
    /// Reads the limits of a schema; if the schema allows several types, reads the limits of the
    /// string type, because fields contain typed text.
    fileprivate init(_ schema: Schema, isRequired: Bool) {
        var schema = schema
        if case .oneOf(let schemas) = schema.kind {
            schema = schemas.first { $0.kind == .string } ?? schema
        }
        self.isRequired = isRequired && (schema.minimumLength ?? 0) > 0
        maximumLength = schema.maximumLength
        if let least = schema.minimum, let greatest = schema.maximum, least <= greatest {
            range = least...greatest
        }
    }
}
