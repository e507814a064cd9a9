// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An input that was refused, and its position.
public struct InputError: Codable, Sendable, Hashable {
    /// The place of the input in the content, as a JSON Pointer (RFC 6901).
    public var pointer: String?
    /// The name of the path or query parameter.
    public var parameter: String?
    /// The name of the header field.
    public var header: String?
    /// The kind of error as a word for programs: `required`, `type`, `format`, `maxLength`, `enum`,
    /// `additionalProperties` and other words of JSON Schema; `invalid` for a value that a model
    /// refuses by a rule of its own.
    public var code: String
    /// A text for people about the expected and the actual value.
    public var detail: String

    /// Creates the description of a refused input.
    ///
    /// - Parameters:
    ///   - place: The place of the input.
    ///   - code: The code of the mistake, for programs.
    ///   - detail: A text for people about the expected and the actual value.
    public init(at place: Location, code: String, detail: String) {
        switch place {
        case .content(let pointer): self.pointer = pointer
        case .path(let name), .query(let name): parameter = name
        case .header(let name): header = name
        }
        self.code = code
        self.detail = detail
    }

    /// Decodes the description of a refused input, even if the service sends only some members.
    ///
    /// A missing code is `invalid`, a missing text is empty, and a pointer may be the fragment of a
    /// URI, as in the example of RFC 9457, section 3.
    ///
    /// - Parameter decoder: The decoder of one element of `errors`.
    /// - Throws: The decoder's errors for members of the wrong type.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        pointer = try members.decodeIfPresent(String.self, forKey: .pointer)
        if let text = pointer, text.hasPrefix("#") { pointer = String(text.dropFirst()) }
        parameter = try members.decodeIfPresent(String.self, forKey: .parameter)
        header = try members.decodeIfPresent(String.self, forKey: .header)
        code = try members.decodeIfPresent(String.self, forKey: .code) ?? "invalid"
        detail = try members.decodeIfPresent(String.self, forKey: .detail) ?? ""
    }

    /// The place of an input in a request.
    public enum Location: Sendable, Hashable {
        /// In the path; the value is the name of the parameter.
        case path(String)
        /// In the query; the value is the name of the parameter.
        case query(String)
        /// In the header section; the value is the name of the field.
        case header(String)
        /// In the content; the value is a JSON Pointer.
        case content(String)
    }
}
