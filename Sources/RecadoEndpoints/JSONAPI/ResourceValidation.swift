// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Synchronization

/// The schema of a model's attributes, against which content from clients is checked before a model
/// is decoded.
///
/// The check finds all errors with their positions; a decoder would stop at the first one.
struct ResourceValidation: Sendable {
    private let attributes: [Schema.Property]
    private let library: SchemaLibrary
    /// True if the model has a property `id`.
    let hasIdentity: Bool

    private static let known = Mutex<[ObjectIdentifier: ResourceValidation?]>([:])

    /// Returns the validation of a model; `nil` if its schema cannot be found, so that only its
    /// decoder checks content.
    static func of<Model: Decodable>(_ type: Model.Type) -> ResourceValidation? {
        let identity = ObjectIdentifier(type)
        if let found = known.withLock({ $0[identity] }) { return found }
        let made = ResourceValidation(type)
        known.withLock { $0[identity] = made }
        return made
    }

    private init?<Model: Decodable>(_ type: Model.Type) {
        let recorder = SchemaRecorder()
        guard case .reference(let name)? = try? recorder.describe(type).schema.kind,
            case .object(let properties)? = recorder.library.definitions[name]?.kind
        else { return nil }
        library = recorder.library
        hasIdentity = properties.contains { $0.name == "id" }
        attributes = properties.filter {
            !["id", "lid", "type", "links", "meta"].contains($0.name) && !$0.schema.isRelationship
        }
    }

    /// Returns every error in the attributes of a resource.
    ///
    /// - Parameters:
    ///   - data: The resource.
    ///   - choices: The options for checking values against their types; `nil` skips this check.
    ///   - refused: The error of decoding the model from the resource; `nil` if there was none.
    /// - Returns: The errors; those of attributes come first.
    func errors(
        in data: Document.Cursor?,
        readingBy choices: DecodingChoices? = nil,
        refused: CodingError? = nil
    ) -> [InputError] {
        var validator = SchemaValidator(library: library)
        let pointer = "/data/attributes"
        let relationships = data?["relationships"]
        let own = attributes.filter { relationships?[$0.name] == nil }
        if let values = data?["attributes"] {
            let schema = Schema(.object(own))
            validator.validate(values, as: schema, at: .content(pointer))
            if let choices {
                validator.validateTypes(of: values, as: schema, at: .content(pointer), choices)
            }
        } else {
            for attribute in own where attribute.isRequired {
                validator.noteMissing(at: .content("\(pointer)/\(attribute.name)"))
            }
        }
        if let refused {
            validator.note(unlessKnown: refused, at: .content(refused.pointer))
        }
        validator.hideValues(of: data.map { [$0] } ?? [])
        return validator.errors
    }
}

extension Schema {
    /// True if this is the schema of a relationship.
    package var isRelationship: Bool {
        if case .array(let element) = kind { return element == ResourceIdentifier.schema }
        return withoutNull == ResourceIdentifier.schema
    }
}
