// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SecurityScheme {
    /// A way to get a token of OAuth 2 (RFC 6749), as OpenAPI documents describe it.
    public struct OAuthFlow: Sendable, Hashable {
        /// The kinds of flows.
        public enum Kind: String, Sendable, Hashable {
            /// By a page that redirects the browser back with a token.
            case implicit
            /// By the user's password.
            case password
            /// By the program's own credentials.
            case clientCredentials
            /// By a page that redirects the browser back with a code.
            case authorizationCode
        }

        /// The kind.
        public var kind: Kind
        /// The address of the page that asks the user; `nil` where there is none.
        public var authorizationURL: String?
        /// The address that gives tokens; `nil` where there is none.
        public var tokenURL: String?
        /// The address that renews tokens; `nil` if ``tokenURL`` renews them.
        public var refreshURL: String?
        /// The permissions that a token may have, with a description of each.
        public var scopes: [String: String]

        /// Creates a flow.
        ///
        /// - Parameters:
        ///   - kind: The kind.
        ///   - authorizationURL: The address of the page that asks the user.
        ///   - tokenURL: The address that gives tokens.
        ///   - refreshURL: The address that renews tokens.
        ///   - scopes: The permissions that a token may have, with a description of each.
        public init(
            _ kind: Kind,
            authorizationURL: String? = nil,
            tokenURL: String? = nil,
            refreshURL: String? = nil,
            scopes: [String: String] = [:]
        ) {
            self.kind = kind
            self.authorizationURL = authorizationURL
            self.tokenURL = tokenURL
            self.refreshURL = refreshURL
            self.scopes = scopes
        }
    }
}
