// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SecurityScheme {
    /// A flow that obtains a token of OAuth 2 (RFC 6749), as OpenAPI documents describe it.
    public struct OAuthFlow: Sendable, Hashable {
        /// The kinds of flows.
        public enum Kind: String, Sendable, Hashable {
            /// A page redirects the browser back with a token.
            case implicit
            /// The client exchanges the user's password for a token.
            case password
            /// The client exchanges its own credentials for a token.
            case clientCredentials
            /// A page redirects the browser back with a code, which the client exchanges for a
            /// token.
            case authorizationCode
        }

        /// The kind of flow, known as the grant type.
        public var kind: Kind
        /// The address of the page that asks the user; `nil` for flows without a page.
        public var authorizationURL: String?
        /// The address that issues tokens; `nil` for the implicit flow.
        public var tokenURL: String?
        /// The address that renews tokens; `nil` if ``tokenURL`` renews them.
        public var refreshURL: String?
        /// The permissions that a token may have, with a description of each.
        public var scopes: [String: String]

        /// Creates a flow.
        ///
        /// - Parameters:
        ///   - kind: The kind of flow.
        ///   - authorizationURL: The address of the page that asks the user.
        ///   - tokenURL: The address that issues tokens.
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
