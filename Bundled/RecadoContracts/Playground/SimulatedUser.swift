// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The user in an answer of the playground.
///
/// A client reads the user from the path that its rules for reading responses name. The service
/// writes the content that the call asks for.
public struct SimulatedUser: Codable, Sendable, Hashable {
    /// The user.
    public var user: Playground.User
    /// The content to write instead of the user; `nil` to write the user.
    private let content: Value?

    /// The names that XML uses for the root element and for the users of a list.
    static let xml = {
        var xml = XML()
        xml.root = "answer"
        xml.item = "user"
        return xml
    }()

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - content: The content to write instead of the user; `nil` to write the user.
    public init(_ user: Playground.User, writtenAs content: Value? = nil) {
        self.user = user
        self.content = content
    }

    /// Reads the user.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or wrong.
    public init(from decoder: any Decoder) throws {
        self.init(try Playground.User(from: decoder))
    }

    /// Writes the user, or the content that replaces it.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if let content { try content.encode(to: encoder) } else { try user.encode(to: encoder) }
    }
}

extension [DocumentedResponse] {
    /// The answers of the playground, whose content depends on the parameters.
    static let simulated: [DocumentedResponse] = {
        let types: [MediaType] = [.json, .xml, .problemJSON, .problemXML, .plainText, .html]
        let about = [
            "2XX": "The user, or what was asked for", "3XX": "What was asked for",
            "4XX": "The error, or what was asked for", "5XX": "The error, or what was asked for",
        ]
        let empty = ["204", "205", "304"].map { DocumentedResponse($0, "No content", in: []) }
        return empty
            + about.sorted { $0.key < $1.key }.map { status, words in
                DocumentedResponse(status, words, in: types, as: .any)
            }
    }()
}
