// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

extension SchemaValidator {
    /// The maximum number of times that a part of an input is read to find its errors.
    private static var mostReadings: Int { 8 }

    /// Records the errors that are found only by decoding an input, not by its schema.
    ///
    /// A value that has no errors so far is decoded as its type. If that fails, its parts are
    /// decoded one by one; if all parts can be decoded, the error belongs to the value itself.
    ///
    /// - Parameters:
    ///   - value: The input, which has been compared with the schema.
    ///   - schema: The schema.
    ///   - place: The place of the input.
    ///   - choices: The options for reading it.
    package mutating func validateTypes(
        of value: Document.Cursor,
        as schema: Schema,
        at place: InputError.Location,
        _ choices: DecodingChoices
    ) {
        begin(at: place)
        var reading = TypeReading(choices: choices, refused: placesOfErrors)
        if case .content = place { reading.isOneInput = false }
        read(value, schema, &reading)
    }

    /// Records an input that could not be decoded, unless an error for it has already been
    /// recorded.
    package mutating func note(unlessKnown failure: CodingError, at place: InputError.Location) {
        begin(at: place)
        let known = InputError(at: place, code: "", detail: "")
        let isKnown = errors.contains { error in
            guard error.parameter == known.parameter, error.header == known.header else {
                return false
            }
            guard let one = error.pointer, let other = known.pointer else {
                return error.pointer == known.pointer
            }
            return Self.holds(one, other) || Self.holds(other, one)
        }
        if !isKnown { note(InputError(at: place, failure), quoting: failure, of: nil) }
    }

    /// True if a JSON Pointer refers to a value, or to a part of it.
    private static func holds(_ value: String, _ part: String) -> Bool {
        let rest = part.utf8.dropFirst(value.utf8.count)
        return part.utf8.starts(with: value.utf8)
            && (rest.isEmpty || rest.first == UInt8(ascii: "/"))
    }

    private struct TypeReading {
        let choices: DecodingChoices
        /// The positions of errors at the current value, or below it; `nil` if there are none.
        var refused: RefusedPlace?
        /// True if an error concerns the whole input, whose parts have no positions of their own.
        var isOneInput = true
        /// The number of times that the current value has been read as a part of enclosing values.
        var count = 0
    }

    /// A position with an error, or with errors below it.
    private final class RefusedPlace {
        /// The positions below, keyed by the bytes of their names as in a JSON Pointer.
        var parts: [[UInt8]: RefusedPlace] = [:]
    }

    /// The positions of errors in the current input; `nil` if there are none.
    private var placesOfErrors: RefusedPlace? {
        let about = InputError(at: place, code: "", detail: "")
        let top = RefusedPlace()
        var isRefused = false
        for error in errors {
            guard error.parameter == about.parameter, error.header == about.header else { continue }
            guard let start = about.pointer, let pointer = error.pointer else {
                isRefused = isRefused || about.pointer == nil && error.pointer == nil
                continue
            }
            guard Self.holds(start, pointer) else { continue }
            isRefused = true
            var refused = top
            let rest = pointer.utf8.dropFirst(start.utf8.count)
            for name in rest.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .dropFirst()
            {
                let part = refused.parts[Array(name)] ?? RefusedPlace()
                refused.parts[Array(name)] = part
                refused = part
            }
        }
        return isRefused ? top : nil
    }

    private mutating func read(
        _ value: Document.Cursor,
        _ schema: Schema,
        _ reading: inout TypeReading,
        isItem: Bool = false
    ) {
        guard errors.count < Self.limit, value.kind != .null else { return }
        let schema = library.resolve(schema)
        guard schema.type.isKnown, reading.refused == nil else {
            return readParts(of: value, schema, &reading, isItem: isItem)
        }
        guard let failure = schema.type.failure(of: value, reading.choices) else { return }
        let before = errors.count
        if reading.count < Self.mostReadings {
            reading.count += 1
            readParts(of: value, schema, &reading, isItem: isItem)
            reading.count -= 1
        }
        if errors.count == before { note(failure, of: value, schema) }
    }

    private mutating func readParts(
        of value: Document.Cursor,
        _ schema: Schema,
        _ reading: inout TypeReading,
        isItem: Bool
    ) {
        switch schema.kind {
        case .object(let properties):
            for property in properties {
                guard let part = value.member(property.name) else { continue }
                read(part, at: .key(property.name), property.schema, &reading)
            }
        case .map(let element) where value.kind == .object:
            for (key, part) in value.members {
                read(part, at: .key(key), element, &reading)
            }
        case .array(let element) where value.isXML:
            for (index, part) in value.list(isItem: isItem).enumerated() {
                read(part, at: .index(index), element, &reading, isItem: true)
            }
        case .array(let element) where value.kind == .array:
            for (index, part) in value.elements.enumerated() {
                read(part, at: .index(index), element, &reading)
            }
        default: break
        }
    }

    private mutating func read(
        _ part: Document.Cursor,
        at step: PathPart,
        _ schema: Schema,
        _ reading: inout TypeReading,
        isItem: Bool = false
    ) {
        let refused = reading.refused
        if !reading.isOneInput { reading.refused = refused?.parts[Array(step.token.utf8)] }
        path.append(step)
        read(part, schema, &reading, isItem: isItem)
        path.removeLast()
        reading.refused = refused
    }

    private mutating func note(
        _ failure: CodingError,
        of value: Document.Cursor,
        _ schema: Schema
    ) {
        let start = value.pointer
        let isBelow = Self.holds(start, failure.pointer)
        let rest = isBelow ? String(failure.pointer.utf8.dropFirst(start.utf8.count)) ?? "" : ""
        var place = place
        if case .content(let pointer) = place { place = .content(pointer + rest) }
        let text = value.string ?? value.numberText
        let error = InputError(
            at: place,
            failure,
            as: rest.isEmpty ? schema : nil,
            isNegative: text?.utf8.first { $0 > 0x20 } == UInt8(ascii: "-")
        )
        note(error, quoting: failure, of: text)
    }

    private mutating func note(_ error: InputError, quoting failure: CodingError, of own: String?) {
        guard errors.count < Self.limit else { return }
        if failure.wordsOfModel != nil {
            quotes[errors.count] = ModelQuote(words: failure.detail ?? "", own: own ?? "")
        }
        note(error)
    }
}
