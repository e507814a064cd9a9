// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The record of the requests with an Idempotency-Key that were carried out, with their answers.
///
/// Servers that are to carry out repetitions only once in total share a store.
public protocol IdempotencyStore: Sendable {
    /// Records that a request is about to be carried out, unless a request with the same key is
    /// recorded.
    ///
    /// - Parameters:
    ///   - key: The key, with the client that sent it and the target of the request.
    ///   - fingerprint: A hash of the whole request.
    /// - Returns: The decision about the request.
    /// - Throws: An error when the store fails; the request is then refused with 503.
    func begin(_ key: String, _ fingerprint: [UInt8]) async throws -> IdempotencyDecision

    /// Keeps the answer to a request, unless the key's record now belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    ///   - answer: The answer.
    /// - Throws: An error when it cannot be kept; the request then counts as under way.
    func finish(_ key: String, _ claim: IdempotencyClaim, _ answer: RepeatedAnswer) async throws

    /// Forgets a request that was begun and not carried out, unless the key's record now belongs to
    /// another claim.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    func abandon(_ key: String, _ claim: IdempotencyClaim) async
}

/// A mark that distinguishes the requests with one key that were begun.
///
/// A request that counted as lost, so that its repetition was carried out, may end after all. Its
/// answer must not be taken for that of the repetition.
public struct IdempotencyClaim: Sendable, Hashable {
    /// A number that no other request with the key has.
    public let number: Int64

    /// Creates a claim.
    ///
    /// - Parameter number: A number that no other request with the key has.
    public init(number: Int64) {
        self.number = number
    }
}

/// The decision about a request with an Idempotency-Key.
public enum IdempotencyDecision: Sendable {
    /// The request is the first one and is to be carried out.
    case first(IdempotencyClaim)
    /// The first one is still under way.
    case underWay
    /// The first request with this key differs from this one.
    case different
    /// The first one was answered.
    case answered(RepeatedAnswer)
}

/// An answer that repetitions of its request get again.
public struct RepeatedAnswer: Sendable, Hashable, Codable {
    /// The status code.
    public var status: Int
    /// The header section, with a name and a value for each field.
    public var fields: [[String]]
    /// The content.
    public var content: [UInt8]

    private enum CodingKeys: CodingKey {
        case status, fields, content
    }

    /// Creates an answer from a response whose content is in memory; `nil` for any other.
    ///
    /// - Parameter response: The response.
    public init?(_ response: Response) {
        guard let bytes = response.content.bytes else { return nil }
        status = response.status.code
        fields = response.fields.map { [$0.name.description, $0.value] }
        content = bytes
    }

    /// Reads an answer that was kept.
    ///
    /// - Parameter decoder: The decoder that holds it.
    /// - Throws: An error if the data is not such an answer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decode(Int.self, forKey: .status)
        fields = try container.decode([[String]].self, forKey: .fields)
        let text = try container.decode(String.self, forKey: .content)
        guard let bytes = Base64.decode(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .content,
                in: container,
                debugDescription: "expected Base64"
            )
        }
        content = bytes
    }

    /// Writes the answer; its content is in Base64.
    ///
    /// - Parameter encoder: The encoder that it is written to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(fields, forKey: .fields)
        try container.encode(Base64.encode(content), forKey: .content)
    }

    /// The response; `nil` if the kept answer is invalid.
    public var response: Response? {
        guard let status = Status(status) else { return nil }
        var fields: Fields = [:]
        for field in self.fields where field.count == 2 {
            guard let name = FieldName(field[0]), Fields.isValid(field[1]) else { return nil }
            fields.append(field[1], to: name)
        }
        return Response(status: status, fields: fields, content: Content(content))
    }
}
