// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoMultipart

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The error for a type whose schema could not be found.
package struct SchemaRecordingError: Error, CustomStringConvertible {
    /// The type's name.
    package let typeName: String
    /// The human-readable reason.
    package let reason: String

    /// The advice for the developer.
    package let remedy: String

    package init(
        typeName: String,
        reason: String,
        remedy: String = "make it conform to SchemaProviding"
    ) {
        self.typeName = typeName
        self.reason = reason
        self.remedy = remedy
    }

    package var description: String {
        "\(typeName) cannot be described: \(reason); \(remedy)"
    }
}

/// Finds the schemas of Codable types by letting them decode themselves.
///
/// The type of a value that may be absent (an optional, an element, a map's value) is put on a
/// waiting list, so that a value of the enclosing type can be created first; this allows types that
/// contain themselves.
package final class SchemaRecorder {
    private(set) package var library = SchemaLibrary()

    private var names: [ObjectIdentifier: String] = [:]
    private var takenNames: Set<String> = []
    private var samples: [ObjectIdentifier: Any] = [:]
    /// The schemas of types that are coded as a single value, such as a list, keyed by type.
    private var singles: [ObjectIdentifier: Schema] = [:]
    private var inProgress: Set<ObjectIdentifier> = []
    private var waiting: [() throws -> Void] = []

    package init() {}

    /// Returns the schema of a type with a sample value.
    package func describe<T: Decodable>(_ type: T.Type) throws -> (schema: Schema, sample: T) {
        let result = try record(type)
        try finish()
        return result
    }

    /// Records the types on the waiting list.
    package func finish() throws {
        while let next = waiting.popLast() { try next() }
    }

    /// Returns the schema of a type whose value may be absent.
    ///
    /// Models are recorded later; until then the schema refers to them by name.
    func recordLater<T: Decodable>(_ type: T.Type) throws -> Schema {
        let isModel = type is any SchemaModel.Type
        if !isModel, let leaf = try leaf(type) { return leaf.schema }
        let name = name(of: type)
        waiting.append {
            let schema = try self.record(type).schema
            // A type that is coded as a single value has no definition yet, but the reference needs
            // one.
            if self.library.definitions[name] == nil { self.library.definitions[name] = schema }
        }
        return Schema(.reference(name))
    }

    /// Returns the schema of a type whose value must be present, with a sample value.
    package func record<T: Decodable>(_ type: T.Type) throws -> (schema: Schema, sample: T) {
        let id = ObjectIdentifier(type)
        if let model = type as? any SchemaModel.Type, samples[id] == nil,
            let (schema, sample) = try special(model)
        {
            let name = name(of: type)
            library.definitions[name] = schema.read(as: type)
            samples[id] = sample
        } else if !(type is any SchemaModel.Type), let leaf = try leaf(type) {
            return leaf
        }
        let name = name(of: type)
        if let sample = samples[id] as? T {
            return (singles[id] ?? Schema(.reference(name)), sample)
        }
        guard inProgress.insert(id).inserted else {
            throw SchemaRecordingError(typeName: name, reason: "it requires itself without end")
        }
        defer { inProgress.remove(id) }
        let notes = RecordedShape(typeName: name)
        notes.isExact = type is any SchemaModel.Type
        let sample = try decode(type, into: notes)
        samples[id] = sample
        if let single = notes.single {
            let schema = single.read(as: type)
            singles[id] = schema
            return (schema, sample)
        }
        library.definitions[name] = Schema(.object(notes.properties)).read(as: type)
        if T.self == FormFile.self { library.files = name }
        return (Schema(.reference(name)), sample)
    }

    private func decode<T: Decodable>(_ type: T.Type, into notes: RecordedShape) throws -> T {
        do {
            return try T(from: RecordingDecoder(recorder: self, shape: notes))
        } catch let failure as SchemaRecordingError {
            throw failure
        } catch {
            if type is any RawRepresentable.Type, !(type is any CaseIterable.Type) {
                throw SchemaRecordingError(
                    typeName: notes.typeName,
                    reason: "its cases are not known",
                    remedy: "make it conform to CaseIterable"
                )
            }
            throw SchemaRecordingError(
                typeName: notes.typeName,
                reason: "its decoding refuses a sample (\(error))"
            )
        }
    }

    // MARK: - Names

    /// Returns the name of a type in OpenAPI documents: `PageOfFilm` for `Page<Film>`, qualified if
    /// another type already has this name.
    private func name<T>(of type: T.Type) -> String {
        let id = ObjectIdentifier(type)
        if let name = names[id] { return name }
        let model = type as? any SchemaModel.Type
        var name = model?.schemaName ?? Self.documentName("\(type)")
        if takenNames.contains(name) { name = Self.documentName(String(reflecting: type)) }
        names[id] = name
        takenNames.insert(name)
        if let model, model.schemaName == nil { library.inlined.insert(name) }
        return name
    }

    // MARK: - Models

    /// Returns the schema of a model that is not recorded by decoding, such as a union; `nil` for a
    /// model that is an object with members.
    private func special(_ type: any SchemaModel.Type) throws -> (Schema, Any)? {
        if let union = type as? any SchemaUnion.Type { return try choices(of: union) }
        if let described = type as? any SchemaProviding.Type { return Self.described(described) }
        if let choice = type as? any (CaseIterable & RawRepresentable).Type {
            return Self.choice(choice)
        }
        return nil
    }

    private func choices<Union: SchemaUnion>(of type: Union.Type) throws -> (Schema, Any) {
        let id = ObjectIdentifier(type)
        guard inProgress.insert(id).inserted else {
            throw SchemaRecordingError(
                typeName: "\(type)",
                reason: "it requires itself without end"
            )
        }
        defer { inProgress.remove(id) }
        let shapes = try type.choices.map { choice in
            let schema = try choice.record(self)
            guard let name = choice.name else { return schema }
            library.definitions[name] = schema
            takenNames.insert(name)
            return Schema(.reference(name))
        }
        var failure: (any Error)?
        for choice in type.choices {
            do {
                return (Schema(.oneOf(shapes)), try choice.sample(self))
            } catch {
                failure = error
            }
        }
        throw failure ?? SchemaRecordingError(typeName: "\(type)", reason: "it has no choices")
    }

    private static func documentName(_ typeName: String) -> String {
        var name = ""
        for character in typeName {
            switch character {
            case "<": name += "Of"
            case ",": name += "And"
            case ".": name += "_"
            case _ where character.isLetter || character.isNumber || character == "_":
                name.append(character)
            default: break
            }
        }
        return name
    }

    // MARK: - Leaves

    private func leaf<T: Decodable>(_ type: T.Type) throws -> (schema: Schema, sample: T)? {
        let found: (Schema, Any)?
        if let described = type as? any SchemaProviding.Type {
            found = Self.described(described)
        } else if let container = type as? any SchemaContainer.Type {
            found = try container.describe(with: self)
        } else if let choice = type as? any (CaseIterable & RawRepresentable).Type {
            found = Self.choice(choice)
        } else {
            found = Self.scalar(type)
        }
        guard let found else { return nil }
        guard let sample = found.1 as? T else { return nil }
        return (found.0.read(as: type), sample)
    }

    private static func described<D: SchemaProviding>(_ type: D.Type) -> (Schema, Any) {
        (type.schema, type.example)
    }

    private static func choice<E: CaseIterable & RawRepresentable>(
        _ type: E.Type
    ) -> (Schema, Any)? {
        guard let first = type.allCases.first else { return nil }
        let texts = type.allCases.compactMap { $0.rawValue as? String }
        let numbers = type.allCases.compactMap { $0.rawValue as? Int }
        let fractions = type.allCases.compactMap { $0.rawValue as? Double }
        let flags = type.allCases.compactMap { $0.rawValue as? Bool }
        var schema = Schema.string()
        if !numbers.isEmpty {
            schema = .integer()
            schema.values = numbers.map { .number(.init($0)) }
        } else if !fractions.isEmpty {
            schema = .number
            schema.values = fractions.compactMap { Value.Number($0) }.map { .number($0) }
        } else if !flags.isEmpty {
            schema = .boolean
            schema.values = flags.map { .bool($0) }
        } else {
            schema.values = texts.map { .string($0) }
        }
        return schema.values.isEmpty ? nil : (schema, first)
    }

    private static func scalar(_ type: any Any.Type) -> (Schema, Any)? {
        switch type {
        case is String.Type: (.string(), "")
        case is Bool.Type: (.boolean, false)
        case is Double.Type: (.number, 0.0)
        case is Float.Type: (.number(kept: .float), Float(0))
        case is Decimal.Type: (.number(kept: .decimal), Decimal(0))
        case is Date.Type: (.string(format: "date-time"), Date(timeIntervalSince1970: 0))
        case is UUID.Type: (.string(format: "uuid"), UUID())
        case is Data.Type: (.string(format: "byte"), Data())
        case is URL.Type: URL(string: "https://example.org").map { (.string(format: "uri"), $0) }
        case is Value.Type: (.any, Value.null)
        case let integer as any FixedWidthInteger.Type: whole(integer)
        default: nil
        }
    }

    private static func whole<I: FixedWidthInteger>(_ type: I.Type) -> (Schema, Any) {
        var schema = Schema.integer(format: I.bitWidth > 32 ? "int64" : "int32")
        // The decoder checks limits that an Int cannot express.
        if I.bitWidth < Int.bitWidth || !I.isSigned { schema.minimum = Int(exactly: I.min) }
        if I.bitWidth < Int.bitWidth { schema.maximum = Int(exactly: I.max) }
        if I.bitWidth > Int.bitWidth { schema.storage = .wide }
        return (schema, I.zero)
    }
}

extension Schema {
    /// Returns the schema of a number with the given storage.
    fileprivate static func number(kept storage: Storage) -> Schema {
        var schema = Schema.number
        schema.storage = storage
        return schema
    }

    /// Returns the same schema, with the type that values are read as.
    fileprivate func read(as type: any Decodable.Type) -> Schema {
        var schema = self
        schema.type = ModelType(type)
        return schema
    }
}

/// A container type, such as an optional: its schema is derived from the type of its content.
private protocol SchemaContainer {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any)
}

extension Optional: SchemaContainer where Wrapped: Decodable {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any) {
        (try recorder.recordLater(Wrapped.self).nullable, Self.none as Any)
    }
}

extension Nullable: SchemaContainer {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any) {
        (try recorder.recordLater(Wrapped.self).nullable, Self(wrappedValue: nil))
    }
}

extension OrNull: SchemaContainer {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any) {
        (try recorder.recordLater(Wrapped.self).nullable, Self(wrappedValue: nil))
    }
}

extension Indirect: SchemaContainer {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any) {
        (try recorder.recordLater(Wrapped.self), Self(wrappedValue: nil))
    }
}

extension Array: SchemaContainer where Element: Decodable {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any) {
        (Schema(.array(try recorder.recordLater(Element.self))), Self())
    }
}

extension Set: SchemaContainer where Element: Decodable {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any) {
        (Schema(.array(try recorder.recordLater(Element.self))), Self())
    }
}

extension Dictionary: SchemaContainer where Key == String, Value: Decodable {
    static func describe(with recorder: SchemaRecorder) throws -> (Schema, Any) {
        (Schema(.map(try recorder.recordLater(Value.self))), Self())
    }
}
