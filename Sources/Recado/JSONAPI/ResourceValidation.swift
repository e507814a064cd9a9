// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Synchronization

/// The shape of the attributes of a model, by which what clients send is checked before it is read.
///
/// Everything that is wrong is found at once, with its place; reading would end at the first.
struct ResourceValidation: Sendable {
    private let attributes: [Schema.Property]
    private let library: SchemaLibrary
    /// Whether the model reads the identity of a resource.
    let hasIdentity: Bool

    private static let known = Mutex<[ObjectIdentifier: ResourceValidation?]>([:])

    /// What is known of a model; `nil` if its shape cannot be found, and is then left to its decoder.
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

    /// Everything that is wrong with the attributes of a resource.
    func errors(in data: Document.Cursor?) -> [InputError] {
        var validator = SchemaValidator(library: library)
        let pointer = "/data/attributes"
        let relationships = data?["relationships"]
        let own = attributes.filter { relationships?[$0.name] == nil }
        guard let values = data?["attributes"] else {
            for attribute in own where attribute.isRequired {
                validator.noteMissing(at: .content("\(pointer)/\(attribute.name)"))
            }
            return validator.errors
        }
        validator.validate(values, as: Schema(.object(own)), at: .content(pointer))
        return validator.errors
    }
}

extension Schema {
    /// Whether it is that of a relationship.
    var isRelationship: Bool {
        if case .array(let element) = kind { return element == ResourceIdentifier.schema }
        return withoutNull == ResourceIdentifier.schema
    }
}
