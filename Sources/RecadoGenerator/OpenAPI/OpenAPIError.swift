// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error that prevents an OpenAPI description from being read, with its location.
public struct OpenAPIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file path or the URL of the document.
    public let document: String
    /// The JSON Pointer to the location (RFC 6901); empty for the whole document.
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

    /// The document, the location and the reason, in one line.
    public var description: String { "\(document)#\(pointer): \(reason)" }
}
