// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

extension Service {
    /// Wraps all answers of the service in a middleware: endpoints, collections and SOAP.
    ///
    /// The middleware is inside the middleware of the application, and inside all middleware that
    /// was added to the service earlier. It does not see requests for unknown paths, or requests
    /// that a raw handler answers.
    ///
    /// - Parameter middleware: The middleware.
    public mutating func use(_ middleware: some Middleware) {
        attachments.append(Attachment(middleware))
    }

    /// Wraps some of the endpoints in a middleware.
    ///
    /// The middleware is inside the middleware of the whole service, and inside all middleware that
    /// was added to an endpoint earlier. It sees SOAP calls of the endpoints as well.
    ///
    /// - Parameters:
    ///   - middleware: The middleware.
    ///   - endpoints: The endpoints.
    public mutating func use(_ middleware: some Middleware, on endpoints: any Endpoint.Type...) {
        let endpoints = Set(endpoints.map { ObjectIdentifier($0) })
        attachments.append(Attachment(middleware, endpoints: endpoints))
    }

    /// The middleware around the whole service, from the outermost to the innermost.
    var middleware: [any Middleware] {
        attachments.filter { $0.endpoints == nil }.compactMap { $0.value as? any Middleware }
    }

    /// Returns the middleware that was added for an endpoint, the outermost first.
    func middleware(of endpoint: any Endpoint.Type) -> [any Middleware] {
        attachments.filter { $0.endpoints?.contains(ObjectIdentifier(endpoint)) == true }
            .compactMap { $0.value as? any Middleware }
    }
}
