// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

extension Service {
    /// Puts a middleware around all answers of the service: endpoints, collections and SOAP.
    ///
    /// It is inside the middleware of the application, and inside any that was put around the
    /// service before. Paths that no route answers, and requests that a raw handler answers, do not
    /// pass through it.
    ///
    /// - Parameter middleware: The middleware.
    public mutating func use(_ middleware: some Middleware) {
        attachments.append(Attachment(middleware))
    }

    /// Puts a middleware around some of the endpoints.
    ///
    /// It is inside the middleware of the whole service, and inside any that was put around an
    /// endpoint before. It sees calls by SOAP as well.
    ///
    /// - Parameters:
    ///   - middleware: The middleware.
    ///   - endpoints: The endpoints.
    public mutating func use(_ middleware: some Middleware, on endpoints: any Endpoint.Type...) {
        let endpoints = Set(endpoints.map { ObjectIdentifier($0) })
        attachments.append(Attachment(middleware, endpoints: endpoints))
    }

    /// The middleware around all of the service, the first outermost.
    var middleware: [any Middleware] {
        attachments.filter { $0.endpoints == nil }.compactMap { $0.value as? any Middleware }
    }

    /// The middleware that names this endpoint, the outermost first.
    func middleware(of endpoint: any Endpoint.Type) -> [any Middleware] {
        attachments.filter { $0.endpoints?.contains(ObjectIdentifier(endpoint)) == true }
            .compactMap { $0.value as? any Middleware }
    }
}
