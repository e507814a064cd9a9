// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// Refuses requests for hosts other than the server's own with 421 (RFC 9110 §15.5.20).
///
/// A malicious site can make its own name resolve to a server in the visitor's network, and then
/// read that server's answers (DNS rebinding). The browser treats the server as that site, and
/// sends the site's name to the server in `Host`.
///
/// ```swift
/// options.middleware.append(.hosts(["films.example"]))
/// ```
///
/// Numeric addresses, `localhost` and names below it always count as the server's own, because no
/// site can have them. Any host is accepted over TLS, because the server's certificate has proved
/// it, and from a trusted proxy, because the proxy may choose the host.
public struct HostMiddleware: Middleware {
    private let names: Set<String>

    /// Creates the middleware.
    ///
    /// - Parameter names: The names by which clients reach the server, without ports.
    public init(_ names: some Sequence<String>) {
        self.names = Set(names.map { HostName($0).text })
    }

    /// Passes on a request for an accepted host, and refuses others.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard request.peer?.isSecure != true, context.origin != .forwarded,
            case let name = HostName(request.authority),
            !name.isGeneric, !names.contains(name.text),
            // An in-process call may name the host that a proxy has forwarded for the current
            // request.
            ForwardedOrigin.current != "\(request.scheme)://\(request.authority)"
        else { return next(request) }
        return .now(next.refuse(request, with: Self.misdirected))
    }
}

extension HostMiddleware {
    private static var misdirected: ProblemDetails {
        ProblemDetails(
            status: .misdirectedRequest,
            detail: Language.words(
                "This server does not answer for the host that the request names.",
                es: "Este servidor no responde por el host que nombra la petición."
            )
        )
    }
}

extension Middleware where Self == HostMiddleware {
    /// Returns middleware that refuses requests for hosts other than the given ones.
    public static func hosts(_ names: some Sequence<String>) -> HostMiddleware {
        HostMiddleware(names)
    }
}
