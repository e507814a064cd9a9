// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ServerConfiguration.Limits {
    /// The limits of a connection in HTTP/2, beside those that hold for every request.
    ///
    /// A client that breaks one of the budgets has not made a mistake: the connection is closed
    /// with ENHANCE_YOUR_CALM (RFC 9113 §10.5).
    public struct HTTP2: Sendable, Hashable {
        /// The most requests that a connection may have in progress; by default 100, the least
        /// that RFC 9113 §6.5.2 recommends.
        ///
        /// More are refused so that the client may repeat them, or are an error of the connection
        /// once it knows the limit. Handlers whose streams the client has reset count as well, up
        /// to twice the number, until they have returned.
        public var concurrentStreams: Int = 100
        /// The most bytes of content that a request may send before its handler has read them; by
        /// default 128 KiB, which keeps 10 Mbit/s busy over 100 ms.
        public var streamWindow: Int = 128 * 1024
        /// The same for all requests of a connection together; by default 1 MiB, at least 65 535.
        ///
        /// This is what a client can fill of the server's memory by one connection.
        public var connectionWindow: Int = 1024 * 1024
        /// The most CONTINUATION frames of one header section; by default 8, which is four times
        /// what the largest section needs.
        ///
        /// A section without an end could be prolonged for ever (CVE-2024-27316).
        public var continuations: Int = 8
        /// The frames that may come at once without serving a request: SETTINGS, PING, PRIORITY,
        /// WINDOW_UPDATE and DATA without content; by default 1 000.
        ///
        /// A request earns one, a frame of content that is sent two, for they are acknowledged.
        public var controlFrames: Int = 1_000
        /// The number of them that come to be allowed again in a second; by default 100.
        public var controlFramesPerSecond: Int = 100
        /// The requests that may be reset at once; by default 200, for a page that is left cancels
        /// all that it has asked for.
        ///
        /// Of more than this, at most half of a connection's requests may be reset in all. A client
        /// that resets what it has just asked for makes work that it does not wait for
        /// (CVE-2023-44487); so does one that makes the server reset it, which counts the same.
        public var resets: Int = 200
        /// The number of resets that come to be allowed again in a second; by default 20.
        public var resetsPerSecond: Int = 20
        /// The most bytes of streamed answers that wait for the client, on one connection; by
        /// default 1 MiB.
        ///
        /// Beyond it an answer is asked for more only when nothing of it waits any longer.
        public var pendingOutput: Int = 1024 * 1024

        /// Creates limits of default values.
        public init() {}
    }
}
