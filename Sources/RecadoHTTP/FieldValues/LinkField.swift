// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The links of a message to other resources (RFC 8288).
///
/// ```swift
/// let links = LinkField(response.fields[values: .link])
/// if let next = links["next"] { try await load(base.resolving(next.target)) }
/// ```
public struct LinkField: Sendable, Hashable {
    /// A link with its target and its relation to the message.
    public struct Link: Sendable, Hashable {
        /// The target: an escaped URI, or a reference relative to the URI of the request.
        public var target: String
        /// The parameters, `rel` among them.
        public var parameters: FieldParameters

        /// Creates a link.
        ///
        /// - Parameters:
        ///   - target: An escaped URI or a relative reference. Characters that no URI may hold are
        ///     escaped when the link is written.
        ///   - relation: One relation or more, with spaces between them: `next`.
        ///   - parameters: Further parameters, such as `title`.
        public init(to target: String, relation: String, parameters: FieldParameters = [:]) {
            self.target = target
            self.parameters = ["rel": relation]
            for parameter in parameters where parameter.name != "rel" {
                self.parameters.append(parameter.value, to: parameter.name)
            }
        }

        init(target: String, parameters: FieldParameters) {
            self.target = target
            self.parameters = parameters
        }

        /// The relations, in lowercase.
        public var relations: [String] {
            (parameters["rel"] ?? "").lowercased().split(separator: " ").map(String.init)
        }

        /// The title, from `title*` if it can be read, else from `title` (RFC 8288 §3.4.1).
        public var title: String? {
            parameters["title*"].flatMap(ExtendedValue.text) ?? parameters["title"]
        }
    }

    /// The greatest number of links that are read.
    public static let limit = 100

    /// The links, in their order.
    public var links: [Link]

    /// Creates a list of links.
    public init(_ links: [Link] = []) {
        self.links = links
    }

    /// Reads the values of Link fields.
    ///
    /// - Parameter values: The values of all Link fields. The rest of a field after a malformed
    ///   link is left out, as are links beyond ``limit``.
    public init(_ values: [String]) {
        links = []
        for value in values {
            var scanner = FieldScanner(value)
            repeat {
                scanner.skipSeparators()
                guard links.count < Self.limit, let link = Self.link(&scanner) else { break }
                links.append(link)
            } while scanner.next == UInt8(ascii: ",")
        }
    }

    /// Returns the first link with a relation, compared without regard to case.
    public subscript(relation: String) -> Link? {
        let relation = relation.lowercased()
        return links.first { $0.relations.contains(relation) }
    }

    // MARK: - Reading

    private static func link(_ scanner: inout FieldScanner) -> Link? {
        guard scanner.consume("<") else { return nil }
        let target = scanner.take { $0 != UInt8(ascii: ">") }
        guard scanner.consume(">") else { return nil }
        var parameters = FieldParameters()
        scanner.skipBlanks()
        while scanner.consume(";") {
            scanner.skipBlanks()
            guard let name = scanner.token() else { continue }
            scanner.skipBlanks()
            var value: String? = ""
            if scanner.consume("=") {
                scanner.skipBlanks()
                value = scanner.tokenOrQuotedString()
            }
            guard let value else { return nil }
            // RFC 8288 §3.3: only the first relation parameter of a link counts.
            if name.lowercased() != "rel" || parameters["rel"] == nil {
                parameters.append(value, to: name)
            }
            scanner.skipBlanks()
        }
        guard scanner.isAtEnd || scanner.next == UInt8(ascii: ",") else { return nil }
        return Link(target: String(decoding: target, as: UTF8.self), parameters: parameters)
    }
}

// MARK: - Writing

extension LinkField: CustomStringConvertible {
    /// The links as a field's value; empty if there are no links.
    public var description: String { links.map(\.description).joined(separator: ", ") }
}

extension LinkField.Link: CustomStringConvertible {
    /// The link as it is written: `<?page=2>; rel="next"`.
    public var description: String {
        var text = "<\(PercentEncoding.encode(target, keeping: .escaped))>"
        for parameter in parameters {
            let isExtended = parameter.name.utf8.last == UInt8(ascii: "*")
            if isExtended || parameter.value.utf8.allSatisfy({ $0 < 0x80 }) {
                // An extended value is written without quotes, because a reader would take quotes
                // for a part of the value.
                let isBare = isExtended && Token.isValid(parameter.value)
                let quoted = FieldParameters.quoted(parameter.value)
                text += "; \(parameter.name)=\(isBare ? parameter.value : quoted)"
            } else {
                // RFC 8187 §3.2: text outside ASCII is escaped, and its name ends in an asterisk.
                let value = PercentEncoding.encode(parameter.value, keeping: .unreserved)
                text += "; \(parameter.name)*=UTF-8''\(value)"
            }
        }
        return text
    }
}
