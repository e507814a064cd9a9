// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

/// Compares values with their schemas and collects every difference.
///
/// Codes are the words of JSON Schema: `type`, `required`, `enum`, `minLength` and so on. A value
/// that matches the schema but cannot be decoded as its type usually has the code `format`,
/// `minimum` or `maximum` for a number out of range, or `invalid` for a rule in the model's own
/// decoding code.
package struct SchemaValidator {
    /// The maximum number of reported differences: enough for any form, and a bound on the messages
    /// that hostile content can cause.
    static let limit = 100

    let library: SchemaLibrary
    package internal(set) var errors: [InputError] = []
    /// The messages of models' decoding code and the texts of the refused values, keyed by the
    /// index of the error.
    var quotes: [Int: ModelQuote] = [:]
    var path: [PathPart] = []
    private var root: InputError.Location
    /// The number of `oneOf` schemas that enclose the value being compared.
    private var choiceDepth = 0
    /// A number for each named schema that has been compared with a value within a `oneOf`.
    ///
    /// The numbers are part of the keys of `verdicts`.
    private var schemaNumbers: [Schema: UInt64] = [:]
    /// The results of comparing values within a `oneOf` with named schemas.
    ///
    /// Without them, every choice of an enclosing `oneOf` would compare a nested value again.
    private var verdicts: [UInt64: Bool] = [:]

    enum PathPart {
        case key(String)
        case index(Int)

        /// The token of the part in a JSON Pointer (RFC 6901 §3).
        var token: String {
            switch self {
            case .key(let key): JSONPointer.token(key)
            case .index(let index): "\(index)"
            }
        }
    }

    package init(library: SchemaLibrary) {
        self.library = library
        root = .content("")
    }

    /// Compares the value of an input with its schema, unless a quick check finds it valid.
    package mutating func validate(
        _ value: Document.Cursor,
        as prepared: PreparedSchema,
        at place: InputError.Location
    ) {
        if value.has(prepared.shape) { return }
        validate(value, as: prepared.schema, at: place)
    }

    /// Compares the value of an input with its schema.
    package mutating func validate(
        _ value: Document.Cursor,
        as schema: Schema,
        at place: InputError.Location
    ) {
        begin(at: place)
        validate(value, schema)
    }

    /// Starts the comparison of the input at a place.
    mutating func begin(at place: InputError.Location) {
        root = place
        path = []
    }

    /// Records a missing required input.
    package mutating func noteMissing(at place: InputError.Location) {
        begin(at: place)
        noteMissing()
    }

    /// Records an error that was found elsewhere.
    package mutating func note(_ error: InputError) {
        if errors.count < Self.limit { errors.append(error) }
    }

    // MARK: - Comparing

    private mutating func validate(
        _ value: Document.Cursor,
        _ schema: Schema,
        isItem: Bool = false
    ) {
        guard errors.count < Self.limit else { return }
        if choiceDepth > 0, case .reference = schema.kind {
            return compareOnce(value, schema, isItem)
        }
        compare(value, schema, isItem)
    }

    /// Compares a value with a named schema.
    ///
    /// A failure that is known from an earlier comparison is recorded as a single error.
    private mutating func compareOnce(
        _ value: Document.Cursor,
        _ schema: Schema,
        _ isItem: Bool
    ) {
        let next = UInt64(schemaNumbers.count)
        let number = schemaNumbers[schema] ?? next
        schemaNumbers[schema] = number
        let key = UInt64(value.number) << 24 | number << 1 | (isItem ? 1 : 0)
        if let isRight = verdicts[key] {
            if !isRight { noteNone(schema) }
            return
        }
        let before = errors.count
        compare(value, schema, isItem)
        verdicts[key] = errors.count == before
    }

    private mutating func compare(
        _ value: Document.Cursor,
        _ schema: Schema,
        _ isItem: Bool
    ) {
        let schema = library.resolve(schema)
        let value = value.isXML && schema.isScalar ? value.textInXML : value
        // Only the last value counts if a name is repeated in a query or form.
        if value.isRepeated, !schema.isList, let last = value.lastElement {
            return validate(last, schema)
        }
        if value.kind == .null {
            if !schema.isNullable, schema.kind != .any { noteType(schema, value) }
            return
        }
        switch schema.kind {
        case .any, .reference: break
        case .boolean: if value.boolean == nil { noteType(schema, value) }
        case .integer: validateInteger(value, schema)
        case .number: validateNumber(value, schema)
        case .string: validateString(value, schema)
        case .array(let element): validateArray(value, element, schema, isItem: isItem)
        case .map(let element): validateMap(value, element, schema)
        case .object(let properties): validateObject(value, properties, schema)
        case .oneOf(let choices): validateChoice(value, choices, schema)
        }
    }

    private mutating func validateNumber(_ value: Document.Cursor, _ schema: Schema) {
        guard let number = value.double else { return noteType(schema, value) }
        if let minimum = schema.minimum, number < Double(minimum) { noteMinimum(minimum, number) }
        if let maximum = schema.maximum, number > Double(maximum) { noteMaximum(maximum, number) }
    }

    private mutating func validateInteger(_ value: Document.Cursor, _ schema: Schema) {
        guard value.isWholeNumber else { return noteType(schema, value) }
        // An unsigned or 128-bit property may hold a number that does not fit an Int; its decoder
        // checks it.
        guard let number = value.integer else { return }
        if let minimum = schema.minimum, number < minimum { noteMinimum(minimum, number) }
        if let maximum = schema.maximum, number > maximum { noteMaximum(maximum, number) }
        if !schema.values.isEmpty, !schema.values.contains(.number(.init(number))) {
            noteChoice(schema)
        }
    }

    private mutating func validateArray(
        _ value: Document.Cursor,
        _ element: Schema,
        _ schema: Schema,
        isItem: Bool
    ) {
        if value.isXML {
            // An element of a list may itself contain a list.
            for (index, part) in value.list(isItem: isItem).enumerated() {
                path.append(.index(index))
                validate(part, element, isItem: true)
                path.removeLast()
            }
            return
        }
        // A name that occurs once in a query or form is a list of one element, as is a single file.
        if value.kind == .text || value.isFile { return validate(value, element) }
        guard value.kind == .array else { return noteKind(schema, value) }
        for (index, part) in value.elements.enumerated() {
            path.append(.index(index))
            validate(part, element)
            path.removeLast()
        }
    }

    private mutating func validateMap(
        _ value: Document.Cursor,
        _ element: Schema,
        _ schema: Schema
    ) {
        guard value.kind == .object else { return noteType(schema, value) }
        for (key, part) in value.members {
            path.append(.key(key))
            validate(part, element)
            path.removeLast()
        }
    }

    private mutating func validateObject(
        _ value: Document.Cursor,
        _ properties: [Schema.Property],
        _ schema: Schema
    ) {
        // An XML element without attributes and children is an object without members.
        guard value.kind == .object || value.isXML else { return noteKind(schema, value) }
        for property in properties {
            path.append(.key(property.name))
            if let part = value.member(property.name) {
                // An optional property may be null, or empty in a form, instead of missing.
                if property.isRequired || !isNothing(part, property.schema) {
                    validate(part, property.schema)
                }
            } else if property.isRequired, !canBeImplicitInXML(property, of: value) {
                noteMissing()
            }
            path.removeLast()
        }
    }

    /// True if a value stands for the lack of an optional value: null, or an empty text of a query
    /// or form in place of a number or a Boolean value.
    package func isNothing(_ value: Document.Cursor, _ schema: Schema) -> Bool {
        guard value.kind == .text, value.string?.isEmpty == true else { return value.kind == .null }
        return switch library.resolve(schema).kind {
        case .boolean, .integer, .number: true
        default: false
        }
    }

    /// True if XML can express a property without a member that has its name.
    private func canBeImplicitInXML(_ property: Schema.Property, of value: Document.Cursor) -> Bool
    {
        guard value.isXML else { return false }
        let schema = library.resolve(property.schema)
        // An empty list does not appear in XML, and the text of an element may be the property's
        // value.
        return schema.isList || (schema.isScalar && value.hasText)
    }

    private mutating func validateChoice(
        _ value: Document.Cursor,
        _ choices: [Schema],
        _ schema: Schema
    ) {
        choiceDepth += 1
        defer {
            choiceDepth -= 1
            if choiceDepth == 0 { verdicts = [:] }
        }
        let before = errors
        var nearest: [InputError]?
        for choice in choices {
            validate(value, choice)
            if errors.count == before.count { return }
            // The reported errors are those of the first choice for which the value has the right
            // kind.
            let first = errors[before.count]
            let isOther =
                first.code == "type"
                && first == InputError(at: place, code: "type", detail: first.detail)
            if nearest == nil, !isOther { nearest = errors }
            errors = before
        }
        if let nearest {
            errors = nearest
            return
        }
        noteNone(schema)
    }

    // MARK: - Differences

    private mutating func noteNone(_ schema: Schema) {
        note(
            "oneOf",
            Language.words(
                "Expected \(Self.name(of: schema)).",
                es: "Se esperaba \(Self.name(of: schema))."
            )
        )
    }

    private mutating func noteMinimum(_ minimum: Int, _ number: some CustomStringConvertible) {
        note(
            "minimum",
            Language.words(
                "Expected at least \(minimum), found \(number).",
                es: "Se esperaba al menos \(minimum), y es \(number)."
            )
        )
    }

    private mutating func noteMaximum(_ maximum: Int, _ number: some CustomStringConvertible) {
        note(
            "maximum",
            Language.words(
                "Expected at most \(maximum), found \(number).",
                es: "Se esperaba como mucho \(maximum), y es \(number)."
            )
        )
    }

    private mutating func noteMissing() {
        note(
            "required",
            Language.words(
                "Expected a value, found nothing.",
                es: "Se esperaba un valor, y no hay nada."
            )
        )
    }

    mutating func noteType(_ schema: Schema, _ value: Document.Cursor) {
        note(
            "type",
            Language.words(
                "Expected \(Self.name(of: schema)), found \(value.kindName).",
                es: "Se esperaba \(Self.name(of: schema)), y es \(value.kindName)."
            )
        )
    }

    /// Records a value of a kind that the schema does not allow, unless the schema accepts other
    /// kinds.
    private mutating func noteKind(_ schema: Schema, _ value: Document.Cursor) {
        if !schema.acceptsOtherKinds { noteType(schema, value) }
    }

    mutating func noteChoice(_ schema: Schema) {
        let choices = schema.values.map(\.description).joined(separator: ", ")
        note(
            "enum",
            Language.words("Expected one of \(choices).", es: "Se esperaba uno de \(choices).")
        )
    }

    mutating func note(_ code: String, _ detail: String) {
        guard errors.count < Self.limit else { return }
        errors.append(InputError(at: place, code: code, detail: detail))
    }

    var place: InputError.Location {
        guard case .content(let start) = root else { return root }
        return .content(path.reduce(into: start) { $0 += "/" + $1.token })
    }
}

extension Schema {
    /// True if the schema is a list, which takes all values of a repeated name.
    fileprivate var isList: Bool {
        if case .array = kind { true } else { false }
    }

    /// True if values have neither members nor elements.
    fileprivate var isScalar: Bool {
        switch kind {
        case .boolean, .integer, .number, .string: true
        default: false
        }
    }
}
