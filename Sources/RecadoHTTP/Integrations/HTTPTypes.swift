// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if HTTPTypes
public import HTTPTypes

extension Request {
    /// Creates a request from a head of swift-http-types; `nil` if the head has no target.
    ///
    /// - Parameters:
    ///   - head: The head. The target of `CONNECT` is its authority (RFC 9110 §9.3.6).
    ///   - content: The content; none by default.
    public init?(_ head: HTTPRequest, content: Content = .empty) {
        guard let method = Method(head.method.rawValue),
            let target = head.method == .connect ? head.authority : head.path
        else { return nil }
        self.init(
            method: method,
            scheme: head.scheme ?? "http",
            authority: head.authority ?? "",
            target: target,
            fields: Fields(head.headerFields),
            content: content
        )
    }
}

extension HTTPRequest {
    /// Creates the head of a request without its content; `nil` for a method that is not a token.
    ///
    /// - Parameter request: The request.
    public init?(_ request: Request) {
        guard let method = HTTPRequest.Method(request.method.name) else { return nil }
        // The target of CONNECT is the authority; there is no other part (RFC 9113 §8.5).
        let isTunnel = method == .connect
        let authority = isTunnel ? request.target : request.authority
        self.init(
            method: method,
            scheme: isTunnel ? nil : request.scheme,
            authority: authority.isEmpty ? nil : authority,
            path: isTunnel ? nil : request.target,
            headerFields: HTTPFields(request.fields)
        )
    }
}

extension Response {
    /// Creates a response from a head of swift-http-types; `nil` if its status is invalid.
    ///
    /// - Parameters:
    ///   - head: The head; its reason phrase is left out, as in HTTP/2.
    ///   - content: The content; none by default.
    public init?(_ head: HTTPResponse, content: Content = .empty) {
        guard let status = Status(head.status.code) else { return nil }
        self.init(status: status, fields: Fields(head.headerFields), content: content)
    }
}

extension HTTPResponse {
    /// Creates the head of a response without its content.
    ///
    /// - Parameter response: The response.
    public init(_ response: Response) {
        self.init(
            status: HTTPResponse.Status(code: response.status.code),
            headerFields: HTTPFields(response.fields)
        )
    }
}

extension Fields {
    /// Creates a header section from swift-http-types fields, in the same order.
    ///
    /// - Parameter fields: The swift-http-types fields.
    public init(_ fields: HTTPFields) {
        self.init()
        for field in fields {
            guard let name = FieldName(field.name.rawName) else { continue }
            append(field.value, to: name)
        }
    }
}

extension HTTPFields {
    /// Creates swift-http-types fields from a header section, in the same order.
    ///
    /// - Parameter fields: The header section.
    public init(_ fields: Fields) {
        self.init()
        reserveCapacity(fields.count)
        for field in fields {
            guard let name = HTTPField.Name(field.name.rawName) else { continue }
            append(HTTPField(name: name, value: field.value))
        }
    }
}
#endif
