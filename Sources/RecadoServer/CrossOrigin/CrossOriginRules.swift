// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Writes the fields that tell browsers which pages may call a service (WHATWG Fetch §3.2).
struct CrossOriginRules: Sendable {
    private let policy: Service.CrossOriginPolicy

    init(_ policy: Service.CrossOriginPolicy) {
        self.policy = policy
    }

    /// True for a preflight: a browser asks which requests a page may send.
    static func isPreflight(_ request: Request) -> Bool {
        request.method == .options && request.fields.contains(.origin)
            && request.fields.contains(requestMethod)
    }

    /// Answers a preflight request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - methods: The methods that the path supports.
    /// - Returns: The answer; it has no permissions for pages that may not call.
    func preflight(_ request: Request, _ methods: String) -> Response {
        var response = Response(
            status: .noContent,
            fields: [
                .allow: methods, .vary: "Origin, \(Self.requestMethod), \(Self.requestHeaders)",
            ]
        )
        guard let origin = allowedOrigin(of: request) else { return response }
        response.fields[Self.allowOrigin] = origin
        response.fields[Self.allowMethods] = methods
        let names = request.fields[list: Self.requestHeaders].prefix(100)
            .compactMap { FieldName(String($0))?.description }
        if !names.isEmpty {
            response.fields[Self.allowHeaders] = names.joined(separator: ", ")
        }
        if sendsCredentials { response.fields[Self.allowCredentials] = "true" }
        response.fields["Access-Control-Max-Age"] = "\(policy.maximumAge.wholeSeconds)"
        return response
    }

    /// Adds the fields that let the calling page read an answer, if its origin is allowed.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: The request.
    func mark(_ response: inout Response, answering request: Request) {
        if policy.origins?.isEmpty == true { return }
        // Caches must not give one page an answer that only another page may read.
        if policy.origins != nil { response.addVary(.origin) }
        guard let origin = allowedOrigin(of: request) else { return }
        response.fields[Self.allowOrigin] = origin
        if sendsCredentials { response.fields[Self.allowCredentials] = "true" }
        let exposed = policy.exposedFields.joined(separator: ", ")
        if !exposed.isEmpty { response.fields[Self.exposeHeaders] = exposed }
    }

    private var sendsCredentials: Bool { policy.allowsCredentials && policy.origins != nil }

    private func allowedOrigin(of request: Request) -> String? {
        // If all pages may read an answer, the field is the same for all, so that caches can keep
        // one copy.
        if policy.origins == nil { return "*" }
        guard let origin = request.fields[.origin], policy.allows(origin) else { return nil }
        return origin
    }

    private static let requestMethod: FieldName = "Access-Control-Request-Method"
    private static let requestHeaders: FieldName = "Access-Control-Request-Headers"
    private static let allowOrigin: FieldName = "Access-Control-Allow-Origin"
    private static let allowMethods: FieldName = "Access-Control-Allow-Methods"
    private static let allowHeaders: FieldName = "Access-Control-Allow-Headers"
    private static let allowCredentials: FieldName = "Access-Control-Allow-Credentials"
    private static let exposeHeaders: FieldName = "Access-Control-Expose-Headers"
}
