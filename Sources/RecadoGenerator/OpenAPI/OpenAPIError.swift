// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A flaw that keeps a description in OpenAPI from being read, with its place.
public struct OpenAPIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The document: a file or an address.
    public let document: String
    /// The place in the document (RFC 6901); empty for the whole.
    public let pointer: String
    /// The reason for the error.
    public let reason: String

    init(_ reason: String, at place: DocumentPlace) {
        self.init(reason, place.document, place.pointer)
    }

    init(_ reason: String, _ document: String, _ pointer: String = "") {
        self.document = document
        self.pointer = pointer
        self.reason = reason
    }

    /// The document, the place and the reason, in one line.
    public var description: String { "\(document)#\(pointer): \(reason)" }
}
