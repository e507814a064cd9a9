// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// Prevents pages of other origins from acting with the cookies of a service's users (cross-site
/// request forgery).
///
/// 1. Safe methods, which change nothing, are allowed (RFC 9110 §9.2.1), because pages of other
///    origins cannot read the responses.
/// 2. Sec-Fetch-Site, which browsers set and pages cannot, must be `same-origin`, or `none` for an
///    address that the user typed (Fetch Metadata §2.3). A page of another host in the same domain
///    counts as another origin.
/// 3. For browsers without Sec-Fetch-Site, Origin (Fetch §3.1) must be the request's own origin.
/// 4. A request with neither field comes from no current browser and is refused; programs must send
///    Origin.
public enum OriginPolicy: Sendable {
    /// Checks that a request with a cookie comes from a page of the service itself.
    ///
    /// - Parameter request: A request; a service that identifies callers by cookies must check each
    ///   one.
    /// - Throws: 403 for a page of another origin, and for a client that does not state its origin.
    public static func check(_ request: Request) throws(ProblemDetails) {
        if [.get, .head, .options].contains(request.method) { return }
        let site = request.fields[values: .fetchSite]
        let isOwn =
            site.isEmpty
            ? isOwn(request.fields[values: .origin], of: request)
            : site.allSatisfy { $0 == "same-origin" || $0 == "none" }
        guard !isOwn else { return }
        let detail = Language.words(
            "With a cookie this is done from the service's own pages alone.",
            es: "Con una cookie esto solo se hace desde las páginas del servicio."
        )
        throw ProblemDetails(status: .forbidden, detail: detail)
    }

    /// True if exactly one origin is named, and it is the origin of the request's own URL.
    static func isOwn(_ origins: [String], of request: Request) -> Bool {
        guard let origin = origins.first, origins.count == 1, !request.authority.isEmpty else {
            return false
        }
        let authority = request.authority.lowercased()
        if origin == "https://\(authority)" { return true }
        // An `http` origin is refused if the request came over TLS: it is another origin, and
        // anyone on the network can forge its pages.
        return origin == "http://\(authority)" && request.peer?.isSecure != true
            && request.scheme != "https"
    }
}

extension FieldName {
    fileprivate static let fetchSite: FieldName = "Sec-Fetch-Site"
}
