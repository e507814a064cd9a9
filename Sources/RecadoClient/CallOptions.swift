// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The options of one call, where they differ from those of other calls.
///
/// ```swift
/// try await client.send(RentFilm(id: 7), with: CallOptions(credentials: anotherMember))
/// ```
public struct CallOptions: Sendable {
    /// The caller's credentials, instead of the client's; sent even if the endpoint needs none.
    public var credentials: (any CallerCredentials)?
    /// The time limits of the call, instead of the client's.
    public var timeouts: Timeouts?
    /// Further fields, which replace the client's of the same names.
    public var fields: Fields
    /// The format of the content and of the answer; `nil` by default, for the usual format.
    ///
    /// The usual format of a quick call is JSON. A declared endpoint lists its formats, and this
    /// one must be among them. Answers are never forms: if the format is a form, the answer is JSON
    /// or in a format that the endpoint declares.
    public var format: Format?
    /// The rules for the response, where they differ from those of the endpoint and the client.
    public var answers: AnswerRules
    /// The metadata of this call for the program's own middleware; nothing of it is sent.
    public var metadata = CallMetadata()

    /// Creates options.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller, instead of the client's.
    ///   - timeouts: The time limits of the call, instead of the client's.
    ///   - fields: Further fields.
    ///   - format: The format of the content and of the answer, instead of the usual one.
    ///   - answers: The rules for the answer, as far as they differ.
    public init(
        credentials: (any CallerCredentials)? = nil,
        timeouts: Timeouts? = nil,
        fields: Fields = [:],
        format: Format? = nil,
        answers: AnswerRules = AnswerRules()
    ) {
        self.credentials = credentials
        self.timeouts = timeouts
        self.fields = fields
        self.format = format
        self.answers = answers
    }

    /// Returns options with a piece of metadata for middleware.
    ///
    /// - Parameters:
    ///   - key: The key of the metadata.
    ///   - value: Its value.
    /// - Returns: The options.
    public static func metadata<K: CallMetadata.Key>(
        _ key: K.Type,
        _ value: K.Value
    ) -> CallOptions {
        var options = CallOptions()
        options.metadata[key] = value
        return options
    }
}
