// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Reads security schemes, and declares callers for them.
extension APIReader {
    mutating func readCaller(
        of operation: inout ForeignOperation,
        _ place: DocumentPlace
    ) throws(OpenAPIError) {
        guard let security = place["security"] ?? documents.start["security"] else { return }
        try documents.budget.spend(whole: security.value, at: security)
        let ways = security.elements.map { way in way.members.map(\.name) }
        guard !ways.isEmpty else { return }
        if ways.contains([]) {
            let names = ways.filter { !$0.isEmpty }.map { $0.joined(separator: " with ") }
            if !names.isEmpty {
                operation.notes.append(
                    "Credentials may be added: \(names.joined(separator: " or "))."
                )
                schemas.note("credentials that may be left out are not declared", at: security)
            }
            return
        }
        let scopes = security.elements.flatMap { way in
            way.members.flatMap { $0.place.elements.compactMap(\.text) }
        }
        var seen: Set<ExactText> = []
        let unique = scopes.filter { seen.insert(ExactText($0)).inserted }
        if !unique.isEmpty {
            operation.notes.append("It needs the permissions \(unique.joined(separator: ", ")).")
        }
        operation.caller = try caller(ways, at: security)
    }

    /// Declares the caller for a security requirement.
    private mutating func caller(
        _ ways: [[String]],
        at place: DocumentPlace
    ) throws(OpenAPIError) -> String {
        let words = ways.map { $0.joined(separator: " and ") }.joined(separator: " or ")
        if let known = callers[ExactText(words)] { return known }
        var parts: [String] = []
        var alternatives: [String] = []
        for way in ways {
            var together: [String] = []
            for scheme in way { together.append(try credentials(scheme, at: place, &parts)) }
            alternatives.append(Self.joined(together, "BothCredentials"))
        }
        let name = schemas.names.typeName(words, suffix: "Caller")
        api.callers.append(
            ForeignCaller(
                name: name,
                about: "A caller with credentials: \(words).",
                credentials: Self.joined(alternatives, "EitherCredentials"),
                parts: parts
            )
        )
        callers[ExactText(words)] = name
        return name
    }

    private static func joined(_ types: [String], _ word: String) -> String {
        guard let last = types.last else { return "Anyone.Credentials" }
        let others = types.dropLast()
        let heads = others.map { "\(word)<\($0), " }.joined()
        return heads + last + String(repeating: ">", count: others.count)
    }

    /// Returns the type of the credentials for a security scheme.
    private mutating func credentials(
        _ name: String,
        at place: DocumentPlace,
        _ parts: inout [String]
    ) throws(OpenAPIError) -> String {
        guard let found = documents.start["components"]?["securitySchemes"]?[name] else {
            throw OpenAPIError(
                "the security scheme “\(name.prefix(100))” is not declared",
                at: place
            )
        }
        if let known = credentialTypes[ExactText(name)] { return known }
        let scheme = try documents.resolve(found)
        let type = try newCredentials(name, scheme, &parts)
        credentialTypes[ExactText(name)] = type
        return type
    }

    private mutating func newCredentials(
        _ name: String,
        _ scheme: DocumentPlace,
        _ parts: inout [String]
    ) throws(OpenAPIError) -> String {
        switch (scheme.text("type"), scheme.text("scheme")?.lowercased()) {
        case ("http", "basic"): return "BasicCredentials"
        case ("http", "bearer"): return "BearerCredentials"
        case ("http", "digest"): return "DigestCredentials"
        case ("mutualTLS", _): return "ClientCertificate"
        case ("apiKey", _):
            let field = SwiftNames.literal(scheme.text("name") ?? "")
            let location =
                switch scheme.text("in") {
                case "query": ".query(\(field))"
                case "cookie": ".cookie(\(field))"
                default: ".field(\(field))"
                }
            let type = schemas.names.typeName(name + " place", suffix: "Key")
            parts.append("enum \(type): APIKeyPlace {")
            parts.append("    static var place: APIKeyLocation { \(location) }")
            parts.append("}")
            return "APIKeyCredentials<\(type)>"
        case ("http", let word?):
            return issuer(name, ".http(\(SwiftNames.literal(word)))", word: word, &parts)
        case ("openIdConnect", _):
            let address = SwiftNames.literal(scheme.text("openIdConnectUrl") ?? "")
            return issuer(name, ".openIDConnect(\(address))", word: nil, &parts)
        case ("oauth2", _): return issuer(name, Self.flows(scheme), word: nil, &parts)
        default:
            throw OpenAPIError("the security scheme is of no known type", at: scheme)
        }
    }

    private mutating func issuer(
        _ name: String,
        _ expression: String,
        word: String?,
        _ parts: inout [String]
    ) -> String {
        let type = schemas.names.typeName(name + " tokens", suffix: "Issuer")
        parts.append("enum \(type): TokenIssuer {")
        parts.append("    static var securityScheme: SecurityScheme {")
        parts += expression.split(separator: "\n").map { "        \($0)" }
        parts.append("    }")
        if let word { parts.append("    static var word: String { \(SwiftNames.literal(word)) }") }
        parts.append("}")
        return "TokenCredentials<\(type)>"
    }

    private static func flows(_ scheme: DocumentPlace) -> String {
        let flows = (scheme["flows"]?.members ?? []).compactMap { kind, flow -> String? in
            let kinds = ["implicit", "password", "clientCredentials", "authorizationCode"]
            guard kinds.contains(kind) else { return nil }
            var arguments = [".\(kind)"]
            let addresses = [
                ("authorizationURL", "authorizationUrl"), ("tokenURL", "tokenUrl"),
                ("refreshURL", "refreshUrl"),
            ]
            for (label, key) in addresses {
                if let address = flow.text(key) {
                    arguments.append("\(label): \(SwiftNames.literal(address))")
                }
            }
            let scopes = flow["scopes"]?.members ?? []
            if !scopes.isEmpty {
                let pairs = scopes.map { name, words in
                    let text = SwiftNames.literal(words.text ?? "")
                    return "    \(SwiftNames.literal(name)): \(text),"
                }
                arguments.append("scopes: [\n\(pairs.joined(separator: "\n"))\n]")
            }
            return "SecurityScheme.OAuthFlow(\(arguments.joined(separator: ", ")))"
        }
        return flows.isEmpty ? ".oauth2([])" : ".oauth2([\n\(flows.joined(separator: ",\n"))\n])"
    }
}
