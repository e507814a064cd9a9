// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A store of the requests with an Idempotency-Key that were carried out, and of their answers.
///
/// Several servers must share a store; otherwise a server would carry out a repetition of a request
/// that another server has carried out.
public protocol IdempotencyStore: Sendable {
    /// Records that a request is about to be carried out, unless the key is already recorded.
    ///
    /// - Parameters:
    ///   - key: The client's key, combined with its sender and the request's target.
    ///   - fingerprint: A hash of the whole request.
    /// - Returns: The decision about the request.
    /// - Throws: An error when the store fails; the request is then refused with 503.
    func begin(_ key: String, _ fingerprint: [UInt8]) async throws -> IdempotencyDecision

    /// Stores the answer to a request, unless the key's record now belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that was passed to ``begin(_:_:)``.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    ///   - answer: The answer.
    /// - Throws: An error when the answer cannot be stored; the request then counts as under way.
    func finish(_ key: String, _ claim: IdempotencyClaim, _ answer: StoredResponse) async throws

    /// Removes the record of a request that was begun but not carried out, unless the record now
    /// belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that was passed to ``begin(_:_:)``.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    func abandon(_ key: String, _ claim: IdempotencyClaim) async
}

/// A number that distinguishes several requests which were begun with one key.
///
/// A request may still end after it has counted as lost and its repetition was carried out. Its
/// answer must not be stored as that of the repetition.
public struct IdempotencyClaim: Sendable, Hashable {
    /// A number that differs for each request with the key.
    public let number: Int64

    /// Creates a claim.
    ///
    /// - Parameter number: A number that differs for each request with the key.
    public init(number: Int64) {
        self.number = number
    }
}

/// The decision about a request with an Idempotency-Key.
public enum IdempotencyDecision: Sendable {
    /// The request is the first one and is to be carried out.
    case first(IdempotencyClaim)
    /// The first request with this key is still under way.
    case underWay
    /// The first request with this key differs from this one.
    case different
    /// The first request with this key was answered with this answer.
    case answered(StoredResponse)
}

/// A stored answer, which repetitions of its request get again.
public struct StoredResponse: Sendable, Hashable, Codable {
    /// The status code.
    public var status: Int
    /// The header section, with a name and a value for each field.
    public var fields: [[String]]
    /// The content.
    public var content: [UInt8]

    private enum CodingKeys: CodingKey {
        case status, fields, content
    }

    /// Creates an answer from a response whose content is in memory; `nil` for other responses.
    ///
    /// - Parameter response: The response.
    public init?(_ response: Response) {
        guard let bytes = response.content.bytes else { return nil }
        status = response.status.code
        fields = response.fields.map { [$0.name.description, $0.value] }
        content = bytes
    }

    /// Reads a stored answer.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: An error if the data are not a stored answer.
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

    /// Writes the answer, with its content in Base64.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(fields, forKey: .fields)
        try container.encode(Base64.encode(content), forKey: .content)
    }

    /// The response for repetitions; `nil` if the stored answer is invalid.
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
