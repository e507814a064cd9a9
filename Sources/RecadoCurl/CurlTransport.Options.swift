// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CurlTransport {
    /// Limits of a transport and whom it trusts.
    public struct Options: Sendable, Hashable {
        /// The greatest number of connections to one host: 256.
        ///
        /// Further transfers wait for one to become free. Most servers allow a client far fewer; the
        /// limit keeps a program from running out of descriptors.
        public var connectionsPerHost = 256

        /// The greatest number of idle connections that are kept: 256, each for two minutes.
        ///
        /// It should not be less than the number of calls at once, or connections are opened again
        /// and again.
        public var idleConnections = 256

        /// The greatest size of an answer's header section in bytes: 65 536.
        ///
        /// It covers informational answers and the trailer section, too. Servers commonly accept 8 KiB
        /// to 32 KiB themselves.
        public var headLimit = 65_536

        /// How many bytes of an answer are kept for a reader that falls behind: 262 144.
        ///
        /// Beyond them the transport stops reading, and with it the server stops sending. It is twice
        /// what the usual window of a connection holds.
        public var contentBuffer = 262_144

        /// Whether HTTP/2 is offered to servers over TLS: it is.
        public var offersHTTP2 = true

        /// A file of the certificates to trust, in PEM; those that the system trusts by default.
        ///
        /// The file is read once in a day at most, not for every connection.
        public var certificateFile: String?

        /// Creates options with their defaults.
        public init() {}
    }
}
