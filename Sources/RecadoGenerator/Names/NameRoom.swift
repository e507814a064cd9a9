// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The names of types in one file: each is unique, and none hides a type that the file needs.
struct NameRoom {
    /// The names that the written code mentions and those that Swift reserves.
    private static let known: Set<String> = [
        "API", "APIKeyCredentials", "APIKeyLocation", "APIKeyPlace", "About",
        "AdditionalMembers", "Any", "Anyone", "Array",
        "BasicCredentials", "BearerCredentials", "Body", "Bool", "BothCredentials", "ByteUpload",
        "Caller", "CaseIterable", "ClientCertificate", "Codable", "CodingKey", "CodingKeys",
        "Content", "Data", "Date", "Decodable", "Decoder", "Dictionary", "DigestCredentials",
        "DocumentedAnswer", "Double", "EitherCredentials", "ElementFeed", "Encodable", "Encoder",
        "Endpoint", "Error", "EventFeed", "Failure", "FieldName", "ForeignAnswer",
        "ForeignProblem", "FormFile", "Format", "Header", "HeaderName", "Indirect",
        "InlineModel", "Int", "JSON", "Never", "NoContent", "Nullable", "Optional",
        "OrNull", "Output", "ParameterStyle", "Path", "Problem", "Protocol", "Query",
        "RawRepresentable", "Route", "SchemaChoice", "SchemaModel", "SchemaUnion",
        "SecurityScheme", "Self", "Sendable", "Set", "Status", "String", "TokenCredentials",
        "TokenIssuer", "Type", "UUID", "Value", "Void", "XML",
    ]

    private var taken = UniqueNames(Self.known)

    /// A unique name for a type: `film-list` is `FilmList`, or `FilmList2`.
    ///
    /// - Parameters:
    ///   - name: The name in the description.
    ///   - suffix: The suffix that is added if the name is taken, before numbers are tried.
    /// - Returns: The name.
    mutating func typeName(_ name: String, suffix: String = "Model") -> String {
        let proper = Self.capitalized(name)
        return taken.take(proper, proper + suffix)
    }

    /// A name for a type within another one.
    ///
    /// - Parameters:
    ///   - name: The name in the description.
    ///   - scope: The names of the types around it, from the outermost.
    /// - Returns: The name, with that of the innermost type before it if it is taken.
    mutating func nestedName(_ name: String, in scope: [String]) -> String {
        let proper = Self.capitalized(name)
        let parent = scope.last ?? ""
        // Several types may contain the same name, but it must not also be used outside of them.
        if !taken.contains(proper), !scope.contains(proper),
            nested[parent, default: []].insert(proper).inserted
        {
            return proper
        }
        return typeName(parent + proper)
    }

    private var nested: [String: Set<String>] = [:]

    /// A type's name in capitals and small letters.
    static func capitalized(_ name: String) -> String {
        let words = SwiftNames.identifierWords(of: name)
        let base = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if base.isEmpty { return "Unnamed" }
        return base.first?.isLetter == true ? base : "Type" + base
    }
}
