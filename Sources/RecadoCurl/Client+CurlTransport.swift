// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP

extension Client {
    /// Creates a client over the shared transport.
    ///
    /// - Parameters:
    ///   - base: What comes before every route and every path.
    ///   - configure: Changes the settings.
    public init(base: URI, configure: (inout Settings) -> Void = { _ in }) {
        self.init(base: base, transport: CurlTransport.shared, configure: configure)
    }

    /// Creates a client for an address in text, over the shared transport.
    ///
    /// - Parameters:
    ///   - base: A URI of the scheme `http` or `https`.
    ///   - configure: Changes the settings.
    /// - Throws: ``URIError`` when the text is no such URI.
    public init(
        base: String,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(URIError) {
        try self.init(base: base, transport: CurlTransport.shared, configure: configure)
    }
}
