// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ServerConfiguration.Limits {
    /// The limits of an HTTP/2 connection, in addition to those for every request.
    ///
    /// A client that sends too many CONTINUATION frames, control frames or resets is malicious or
    /// faulty: its connection is closed with ENHANCE_YOUR_CALM (RFC 9113 §10.5).
    public struct HTTP2: Sendable, Hashable {
        /// The most requests that a connection may have in progress; by default 100, the least that
        /// RFC 9113 §6.5.2 recommends.
        ///
        /// Further requests are refused so that the client may retry them; once the client has
        /// acknowledged the limit, they are connection errors. A handler whose stream the client
        /// has reset still runs until it returns; including such handlers, up to twice this number
        /// of handlers may run.
        public var concurrentStreams: Int = 100
        /// The most bytes of a request's content that may arrive before its handler reads them; by
        /// default 128 KiB, enough for 10 Mbit/s at a round-trip time of 100 ms.
        public var streamWindow: Int = 128 * 1024
        /// The most unread content bytes, for all requests on a connection together; by default
        /// 1 MiB, at least 65 535.
        ///
        /// This is the part of the server's memory that a client can fill by one connection.
        public var connectionWindow: Int = 1024 * 1024
        /// The most CONTINUATION frames of one header section; by default 8, four times as many as
        /// the largest section needs.
        ///
        /// Without this limit, a section could go on without end (CVE-2024-27316).
        public var continuations: Int = 8
        /// The number of frames that may arrive in quick succession without serving a request:
        /// SETTINGS, PING, PRIORITY, WINDOW_UPDATE and empty DATA; by default 1 000.
        ///
        /// Each request allows one more frame, and each sent DATA frame two more, to acknowledge
        /// it.
        public var controlFrames: Int = 1_000
        /// The number of the frames counted by ``controlFrames`` that become allowed again each
        /// second; by default 100.
        public var controlFramesPerSecond: Int = 100
        /// The number of requests that may be reset in quick succession; by default 200, because a
        /// browser that leaves a page cancels all of its requests.
        ///
        /// Beyond this number, at most half of a connection's requests may be reset in total. A
        /// client that resets each request immediately causes work without waiting for it
        /// (CVE-2023-44487). Resets that a client provokes the server to send count as well.
        public var resets: Int = 200
        /// The number of resets that become allowed again each second; by default 20.
        public var resetsPerSecond: Int = 20
        /// The most bytes of streamed answers that wait for the client, on one connection; by
        /// default 1 MiB.
        ///
        /// Beyond the limit, an answer's source is asked for more content only when none of its
        /// content is waiting.
        public var pendingOutput: Int = 1024 * 1024

        /// Creates limits with default values.
        public init() {}
    }
}
