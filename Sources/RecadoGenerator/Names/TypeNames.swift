// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The names of types in one file: all are unique, and none hides a type that the file uses.
struct TypeNames {
    /// The names that the generated code uses, and the names that Swift reserves.
    private static let known: Set<String> = [
        "API", "APIKeyCredentials", "APIKeyLocation", "APIKeyPlace", "About",
        "AdditionalMembers", "Any", "Anyone", "Array",
        "BasicCredentials", "BearerCredentials", "Body", "Bool", "BothCredentials", "ByteUpload",
        "Caller", "CaseIterable", "ClientCertificate", "Codable", "CodingKey", "CodingKeys",
        "Content", "Data", "Date", "Decodable", "Decoder", "Dictionary", "DigestCredentials",
        "DocumentedResponse", "Double", "EitherCredentials", "ElementFeed", "Encodable", "Encoder",
        "Endpoint", "Error", "EventFeed", "Failure", "FieldName", "ForeignResponse",
        "ForeignProblem", "FormFile", "Format", "Header", "HeaderName", "Indirect",
        "InlineModel", "Int", "JSON", "Never", "NoContent", "Nullable", "Optional",
        "OrNull", "Output", "ParameterStyle", "Path", "Problem", "Protocol", "Query",
        "RawRepresentable", "Route", "SchemaChoice", "SchemaModel", "SchemaUnion",
        "SecurityScheme", "Self", "Sendable", "Set", "Status", "String", "TokenCredentials",
        "TokenIssuer", "Type", "UUID", "Value", "Void", "XML",
    ]

    private var taken = UniqueNames(Self.known)

    /// Returns a unique name for a type: `film-list` becomes `FilmList`, or `FilmListModel` if that
    /// is taken.
    ///
    /// - Parameters:
    ///   - name: The name in the description.
    ///   - suffix: The suffix that is added if the name is taken, before numbers are tried.
    /// - Returns: The name.
    mutating func typeName(_ name: String, suffix: String = "Model") -> String {
        let proper = Self.capitalized(name)
        return taken.take(proper, proper + suffix)
    }

    /// Returns a name for a type within another type.
    ///
    /// - Parameters:
    ///   - name: The name in the description.
    ///   - scope: The names of the enclosing types, outermost first.
    /// - Returns: The name; if it is taken, the name of the innermost enclosing type is put before
    ///   it.
    mutating func nestedName(_ name: String, in scope: [String]) -> String {
        let proper = Self.capitalized(name)
        let parent = scope.last ?? ""
        // A nested type may have the name of a type that is nested elsewhere, but not the name of a
        // top-level type or of an enclosing type.
        if !taken.contains(proper), !scope.contains(proper),
            nested[parent, default: []].insert(proper).inserted
        {
            return proper
        }
        return typeName(parent + proper)
    }

    private var nested: [String: Set<String>] = [:]

    /// Returns a name in upper camel case.
    static func capitalized(_ name: String) -> String {
        let words = SwiftNames.identifierWords(of: name)
        let base = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if base.isEmpty { return "Unnamed" }
        return base.first?.isLetter == true ? base : "Type" + base
    }
}
