// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport

/// The options of one call, which override those of the client and the endpoint.
///
/// ```swift
/// try await client.send(RentFilm(id: 7), with: CallOptions(credentials: anotherMember))
/// ```
public struct CallOptions: Sendable {
    /// The credentials of this call, in place of the client's; they are sent even if the endpoint
    /// needs none.
    public var credentials: (any CallerCredentials)?
    /// The time limits of the call, in place of the client's.
    public var timeouts: Timeouts?
    /// Additional header fields, which replace the client's fields of the same names.
    public var fields: Fields
    /// The format of the content and of the answer; `nil`, the default, for the usual format.
    ///
    /// The usual format of a quick call is JSON. A declared endpoint lists its formats, and this
    /// format must be among them. Only requests use form formats: if this format is a form, the
    /// answer is in JSON or in another format that the endpoint declares.
    public var format: Format?
    /// The rules for reading the response, which override those of the endpoint and the client.
    public var responseRules: ResponseRules
    /// Metadata for the program's own middleware; it is not sent.
    public var metadata = CallMetadata()

    /// Creates options.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of this call, in place of the client's.
    ///   - timeouts: The time limits of the call, in place of the client's.
    ///   - fields: Additional header fields.
    ///   - format: The format of the content and of the answer, in place of the usual one.
    ///   - responseRules: The rules for reading the response.
    public init(
        credentials: (any CallerCredentials)? = nil,
        timeouts: Timeouts? = nil,
        fields: Fields = [:],
        format: Format? = nil,
        responseRules: ResponseRules = ResponseRules()
    ) {
        self.credentials = credentials
        self.timeouts = timeouts
        self.fields = fields
        self.format = format
        self.responseRules = responseRules
    }

    /// Returns options with one metadata value for middleware.
    ///
    /// - Parameters:
    ///   - key: The key of the metadata.
    ///   - value: The value for the key.
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
