// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Service {
    /// Shows what an endpoint answers as a page, to whoever prefers that.
    ///
    /// Browsers do, by their Accept field; so do paths that end in `.html`. Everyone else gets the
    /// endpoint's formats, as without a view.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - view: Makes the page.
    public mutating func view<E: Endpoint>(
        _ endpoint: E.Type,
        _ view: @escaping @Sendable (E.Output) -> HTMLPage
    ) {
        setView(EndpointView<E>(page: view), of: endpoint)
    }

    /// Shows problems as pages, to whoever prefers that.
    ///
    /// - Parameter view: Makes the page, whose status is the problem's.
    public mutating func problemView(_ view: @escaping @Sendable (ProblemDetails) -> HTMLPage) {
        setProblemView(view)
    }
}

/// The view that shows the answers of an endpoint as pages.
package struct EndpointView<E: Endpoint>: Sendable {
    package let page: @Sendable (E.Output) -> HTMLPage
}
