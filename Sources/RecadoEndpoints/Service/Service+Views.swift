// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTML

extension Service {
    /// Shows the answers of an endpoint as HTML pages to clients that prefer HTML.
    ///
    /// Browsers state in their Accept field that they prefer HTML. A path that ends in `.html` also
    /// requests HTML. All other clients receive the endpoint's formats.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - view: Creates the page.
    public mutating func view<E: Endpoint>(
        _ endpoint: E.Type,
        _ view: @escaping @Sendable (E.Output) -> HTML.Page
    ) {
        setView(EndpointView<E>(page: view), of: endpoint)
    }

    /// Shows problems as HTML pages to clients that prefer HTML.
    ///
    /// - Parameter view: Creates the page; the answer has the status of the problem.
    public mutating func problemView(_ view: @escaping @Sendable (ProblemDetails) -> HTML.Page) {
        setProblemView(view)
    }
}

/// The view that shows the answers of an endpoint as HTML pages.
package struct EndpointView<E: Endpoint>: Sendable {
    package let page: @Sendable (E.Output) -> HTML.Page
}
