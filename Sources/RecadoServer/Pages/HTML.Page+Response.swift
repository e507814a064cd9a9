// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
public import RecadoEndpoints
public import RecadoHTTP

extension HTML.Page {
    /// Creates the response with the page and a matching Content-Security-Policy (CSP 3).
    ///
    /// The policy allows only the page's own style sheet and script, identified by their hashes;
    /// pictures that are embedded or come from this server; forms that are sent to this server;
    /// and, if the page has a script, its requests to this server. Caches must revalidate the page
    /// each time.
    ///
    /// - Parameter status: The status; 200 by default.
    /// - Returns: The response.
    public func response(_ status: Status = .ok) -> Response {
        Response(
            status: status,
            fields: [
                .contentType: "text/html; charset=utf-8",
                .contentLanguage: language,
                .cacheControl: "no-cache",
                .contentTypeOptions: "nosniff",
                .referrerPolicy: "same-origin",
                .contentSecurityPolicy: policy,
                "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
            ],
            content: Content(html.bytes)
        )
    }

    private var policy: String {
        var directives = ["default-src 'none'", "style-src \(Self.source(of: style))"]
        if let script {
            directives += ["script-src \(Self.source(of: script))", "connect-src 'self'"]
        }
        directives += [
            "img-src 'self' data:", "base-uri 'none'", "form-action 'self'",
            "frame-ancestors 'none'",
        ]
        return directives.joined(separator: "; ")
    }

    /// Returns the source expression that allows only the given text of the page.
    private static func source(of text: HTML) -> String {
        // If the hash function is missing, nothing is allowed.
        guard let hash = HashFunction.sha256.hash(text.bytes) else {
            return "'none'"
        }
        return "'sha256-\(Base64.encode(hash))'"
    }
}
