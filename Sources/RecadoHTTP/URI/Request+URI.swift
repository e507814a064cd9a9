// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Request {
    /// Creates a request for the resource that a URI identifies.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - uri: The target, of scheme `http` or `https`. Its fragment is not sent.
    ///   - fields: The header section.
    ///   - content: The content.
    /// - Throws: ``URIError`` if the scheme is neither `http` nor `https`.
    public init(
        method: Method,
        uri: URI,
        fields: Fields = [:],
        content: Content = .empty
    ) throws(URIError) {
        guard uri.scheme == "http" || uri.scheme == "https", let authority = uri.authority else {
            throw URIError(.unsupportedScheme, at: 0)
        }
        self.init(
            method: method,
            scheme: uri.scheme,
            authority: authority,
            target: uri.target,
            fields: fields,
            content: content
        )
    }

    /// The URI of the target (RFC 9110 §7.1).
    ///
    /// It is `nil` if the parts do not form a URI: without an authority, for the target `*`, or if
    /// a client sent characters that it should have escaped.
    public var uri: URI? {
        // A delimiter in the authority would move the boundary between the authority and the path.
        let delimiters = "/?#".utf8
        guard target.utf8.first == UInt8(ascii: "/"),
            !authority.utf8.contains(where: { delimiters.contains($0) })
        else { return nil }
        return try? URI("\(scheme)://\(authority)\(target)", limit: .max)
    }
}
