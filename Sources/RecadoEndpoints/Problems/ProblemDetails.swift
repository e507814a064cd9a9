// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// A problem, as a document that machines and people can read (RFC 9457).
///
/// ```swift
/// var problem = ProblemDetails(status: .serviceUnavailable, detail: "We will be back.")
/// problem.retryAfter = .seconds(600)
/// ```
public struct ProblemDetails: Error, Sendable, Hashable {
    /// A reference that identifies the kind of problem; `about:blank` adds nothing to the status.
    public var type: String
    /// The summary of this kind of problem.
    public var title: String
    /// The status of the answer.
    public var status: Status
    /// The explanation of this occurrence.
    public var detail: String?
    /// A reference that identifies this occurrence.
    public var instance: String?
    /// Every refused input, with its position.
    public var errors: [InputError]
    /// Members other than the standard ones, in the order of the document (RFC 9457 §3.2).
    public var extensions: Value.Object
    /// The time that a caller should wait before trying again, or `nil` if it is not known.
    ///
    /// The time is not a member of the document but travels in the field Retry-After (RFC 9110
    /// §10.2.3), in whole seconds, rounded up.
    public var retryAfter: Duration?
    /// The challenges that name acceptable credentials, for a problem with the credentials of the
    /// request; none by default.
    ///
    /// The challenges are not members of the document but travel in the field WWW-Authenticate (RFC
    /// 9110 §11.6.1). A problem of status 401 without challenges gets the challenges of its
    /// endpoint's ``Endpoint/Caller``.
    public var challenges: [Challenge] = []
    /// The content of an answer without problem details, if it is JSON or text; `nil` by default.
    ///
    /// The content is not a member of the document; ``ForeignProblem`` reads its failures from it.
    public var content: Value?

    /// Creates details of a problem.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - title: The problem in general; the status's reason phrase by default.
    ///   - type: A reference that identifies the kind of problem.
    ///   - detail: The problem in this case.
    ///   - instance: A reference that identifies this occurrence.
    ///   - errors: Every input that was refused.
    public init(
        status: Status,
        title: String? = nil,
        type: String = "about:blank",
        detail: String? = nil,
        instance: String? = nil,
        errors: [InputError] = []
    ) {
        self.status = status
        self.title = title ?? status.reasonPhrase
        self.type = type
        self.detail = detail
        self.instance = instance
        self.errors = errors
        extensions = Value.Object()
    }

    /// Creates the details of a declared failure.
    public init(_ problem: some Problem) {
        self.init(
            status: problem.status,
            title: problem.title,
            type: Self.type(of: problem.code),
            detail: problem.detail
        )
    }

    /// Returns the URI reference that identifies a failure whose service is not known:
    /// `#already-rented`.
    package static func type(of code: String) -> String { "#" + KebabCase.name(from: code) }

    /// True if these details have the status and the name of a declared failure.
    ///
    /// The name is the end of the problem's `type`: its fragment, or the last segment of its path.
    func describes(_ problem: some Problem) -> Bool {
        let name = KebabCase.name(from: problem.code)
        return status == problem.status
            && (type.hasSuffix("#" + name) || type.hasSuffix("/" + name))
    }
}

extension ProblemDetails: CustomStringConvertible {
    /// The status, the title and the detail, in one line.
    public var description: String {
        let words = [title, detail ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
        return words.isEmpty ? "\(status)" : "\(status.code) \(words)"
    }
}

// MARK: - Coding

extension ProblemDetails: Codable {
    private static let standard: Set<String> = [
        "type", "title", "status", "detail", "instance", "errors",
    ]

    /// Reads details from a document, in which all members except the status are optional.
    ///
    /// - Parameter decoder: The document.
    /// - Throws: `DecodingError` when the document is not an object or its status is not a
    ///   status code.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        let code = try container.decode(Int.self, forKey: "status")
        guard let status = Status(code) else {
            let message = "expected a status code from 100 to 999, found \(code)"
            throw DecodingError.dataCorruptedError(
                forKey: "status",
                in: container,
                debugDescription: message
            )
        }
        self.init(
            status: status,
            title: try container.decodeIfPresent(String.self, forKey: "title"),
            type: try container.decodeIfPresent(String.self, forKey: "type") ?? "about:blank",
            detail: try container.decodeIfPresent(String.self, forKey: "detail"),
            instance: try container.decodeIfPresent(String.self, forKey: "instance")
        )
        // Documents of other services may have a member `errors` in another form.
        errors = (try? container.decodeIfPresent([InputError].self, forKey: "errors")) ?? []
        for key in container.allKeys where !Self.standard.contains(key.stringValue) {
            extensions[key.stringValue] = try container.decode(Value.self, forKey: key)
        }
    }

    /// Writes the standard members, then the other members.
    ///
    /// - Parameter encoder: The document.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(type, forKey: "type")
        try container.encode(title, forKey: "title")
        try container.encode(status.code, forKey: "status")
        try container.encodeIfPresent(detail, forKey: "detail")
        try container.encodeIfPresent(instance, forKey: "instance")
        if !errors.isEmpty { try container.encode(errors, forKey: "errors") }
        for member in extensions where !Self.standard.contains(member.key) {
            try container.encode(member.value, forKey: AnyCodingKey(stringValue: member.key))
        }
    }
}
