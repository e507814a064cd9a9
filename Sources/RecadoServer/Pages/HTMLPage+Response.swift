// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
public import RecadoEndpoints
public import RecadoHTTP

extension HTMLPage {
    /// The page as it is answered, with a Content-Security-Policy made for it (CSP 3).
    ///
    /// The page's own style sheet and script are let in by their hashes, pictures and requests of
    /// this server, and nothing else. Caches ask each time whether it is still good.
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

    /// The source expression that lets in a text of the page and no other.
    private static func source(of text: HTML) -> String {
        // Without the function, nothing is let in.
        guard let hash = HashFunction.sha256.hash(text.bytes) else {
            return "'none'"
        }
        return "'sha256-\(Base64.encode(hash))'"
    }
}
