// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
public import RecadoEndpoints
public import RecadoHTTP

extension HTML.Page {
    /// Creates the response with the page and a matching Content-Security-Policy (CSP 3).
    ///
    /// The policy allows the page's own style sheet and script by their hashes, embedded pictures,
    /// pictures and forms of this server and, for a page with a script, requests to this server;
    /// nothing else. Caches must revalidate the page each time.
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
