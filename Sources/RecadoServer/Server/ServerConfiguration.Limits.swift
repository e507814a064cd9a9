// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ServerConfiguration {
    /// The limits on the requests that a server accepts from its clients.
    public struct Limits: Sendable, Hashable {
        /// The most bytes of a request line; by default 8 KiB, as is common for servers.
        ///
        /// A request with a longer line is answered with 414.
        public var requestLine: Int = 8 * 1024
        /// The most bytes of one header field; by default 8 KiB, enough for large cookies.
        ///
        /// A request with a longer field is answered with 431.
        public var field: Int = 8 * 1024
        /// The most bytes of all header fields; by default 32 KiB.
        ///
        /// A request with more is answered with 431. In HTTP/2, each field counts 32 bytes more
        /// (RFC 9113 §6.5.2), and exceeding four times the limit ends the connection.
        public var fields: Int = 32 * 1024
        /// The most header fields; by default 100, several times what browsers send.
        ///
        /// A request with more fields is answered with 431.
        public var fieldCount: Int = 100
        /// The most bytes of a request's content; by default 128 MiB.
        ///
        /// This limit applies to every request; code that reads the content sets its own, lower
        /// limit. A request with more content is answered with 413.
        public var content: Int = 128 * 1024 * 1024
        /// The most bytes of unread content that are skipped to keep a connection open; by default
        /// 64 KiB, which costs less than a new connection.
        public var skippedContent: Int = 64 * 1024
        /// The most simultaneous connections; by default 10 000, which take about 10 MB when idle;
        /// with TLS, OpenSSL takes 14 KiB more for each.
        ///
        /// Sixteen further connections have a second to send one HTTP/1.1 request that
        /// ``ServerObserver/bypassesLoadShedding(_:)`` allows, such as a health check; other
        /// requests on them are answered with 503. Half of these connections are reserved for
        /// addresses that are not counted (see ``connectionsPerAddress``). Connections beyond these
        /// sixteen are answered with 503 at once; over TLS they are closed, because a handshake
        /// would cost more.
        public var connections: Int = 10_000
        /// The most connections from one address, or from one IPv6 /64 network; by default 256,
        /// which is enough for an office behind one address.
        ///
        /// Further connections are answered with 503 at once; over TLS they are closed. Loopback
        /// addresses, local sockets and trusted proxies (``ServerObserver/trusts(_:)``) are not
        /// counted, because many clients come through one proxy.
        public var connectionsPerAddress: Int = 256
        /// The most requests whose handlers have been called and have not returned; by default
        /// 2 048.
        ///
        /// Further requests are answered with 503 and Retry-After. A store that answers a thousand
        /// requests a second needs two seconds for this number, and each request holds memory. A
        /// streamed answer counts until its head is available. A request that waits for its
        /// content, or in ``Server/withoutRequestSlot(_:)``, does not count during that time, so
        /// that slow clients do not block others. Because loops decide independently, the limit can
        /// be exceeded by one for each loop beyond the first.
        public var requests: Int = 2_048
        /// The most requests under way from one address, or from one IPv6 /64 network; by default
        /// `nil`, which means a quarter of ``requests``, so that no single client can block all
        /// others.
        ///
        /// Unlike for ``requests``, a request that waits for its content, or in
        /// ``Server/withoutRequestSlot(_:)``, still counts. Further requests are answered with 503
        /// and Retry-After. The same addresses as for ``connectionsPerAddress`` are not counted. An
        /// HTTP/2 connection has a separate limit, twice ``HTTP2-swift.struct/concurrentStreams``.
        public var requestsPerAddress: Int?
        /// The longest time that a request may wait for its handler to be called; by default 2
        /// seconds.
        ///
        /// A request that has waited longer, because its loop was busy, is answered with 503 and
        /// Retry-After: its client will soon give up, and work for it would make others wait.
        public var waiting: Duration = .seconds(2)
        /// The most requests on one connection; by default 1 000.
        ///
        /// After that number, the connection is closed, so that long-lived clients are spread over
        /// the loops again.
        public var requestsPerConnection: Int = 1_000
        /// The most answer bytes that wait for slow clients, over all connections; by default 128
        /// MiB.
        ///
        /// Beyond the limit, answers that are longer than 64 KiB or sent in pieces are replaced by
        /// 503 with Retry-After, and the connections of the slowest clients are closed until half
        /// of the limit is free. An answer longer than half of the limit is sent whenever at least
        /// half of the limit is free. Short answers and streams that have begun are not refused; if
        /// all answers are of these kinds, the waiting bytes may grow to twice the limit before
        /// connections are closed. Bytes in the system's socket buffers, up to 4 MiB per socket,
        /// are not counted. Refusals and closed connections because of this limit are reported to
        /// ``ServerObserver/note(_:)``, in addition to what a handler's own middleware records.
        public var pendingBytes: Int = 128 * 1024 * 1024
        /// The most bytes that are held for incomplete WebSocket messages, for messages that wait
        /// for their handlers, and for compressors, over all connections; by default 64 MiB, enough
        /// for 64 messages of the greatest length.
        ///
        /// A WebSocket that would need more is closed with 1013 (try again later). Each WebSocket
        /// may hold 4 KiB in addition, so that short messages still arrive. A compressor takes up
        /// to 272 KiB of the limit with the first message that it compresses; without room,
        /// messages are sent uncompressed.
        public var webSocketMessages: Int = 64 * 1024 * 1024
        /// The limits that apply only to HTTP/2 connections.
        public var http2 = HTTP2()

        /// Creates limits with default values.
        public init() {}
    }

    /// The times for which a server waits for its clients.
    ///
    /// Deadlines are accurate to a tenth of a second.
    public struct Deadlines: Sendable, Hashable {
        /// The time in which a request's whole head must arrive, from its first byte; by default 10
        /// seconds.
        ///
        /// More bytes do not extend it. When it ends, the request is answered with 408.
        public var head: Duration = .seconds(10)
        /// The time in which a request's whole content must arrive; by default 5 minutes.
        ///
        /// It begins at the end of the head, or with 100 Continue. When it ends, the request is
        /// answered with 408.
        public var content: Duration = .seconds(300)
        /// The least number of content bytes per second, while the server is ready to accept them;
        /// by default 1 KiB.
        ///
        /// A slower client is answered with 408.
        public var contentRate: Int = 1024
        /// The time over which the rate of the content is measured; by default 10 seconds.
        public var contentRatePeriod: Duration = .seconds(10)
        /// The time that a connection may wait between two requests; by default 60 seconds.
        public var idle: Duration = .seconds(60)
        /// The longest time in which a client may receive nothing of its answer; by default 30
        /// seconds.
        public var write: Duration = .seconds(30)
        /// The least number of bytes per second that an HTTP/2 client must receive of an answer; by
        /// default 240.
        ///
        /// Any link in practical use is that fast, and IIS requires the same. The rate is measured
        /// over ``write``, and only while the client's flow-control window is closed. For answers
        /// that wait for the connection's window, everything that the client receives counts. Bytes
        /// that were just sent may be in transit for the time that a link of 8 KiB per second needs
        /// for them, but for at most ten times ``write``. An answer below the rate is abandoned. In
        /// HTTP/1.1 the system has the same effect, because it reports room for more only when a
        /// third of its buffer has been sent.
        public var writeRate: Int = 240
        /// The time that a refused client has to receive its answer and close; by default 2
        /// seconds.
        public var lingering: Duration = .seconds(2)
        /// The time that an HTTP/1.1 connection has during a shutdown for a request in transit; by
        /// default a second.
        ///
        /// The request is answered, and its client is told that the connection closes. If the
        /// connection were closed at once, the request would be lost, and its client could not know
        /// whether it was carried out.
        public var closing: Duration = .seconds(1)
        /// The grace period for requests in progress when the server shuts down because of a
        /// signal, or because the task of ``Server/run()`` was cancelled; by default 10 seconds.
        public var shutdown: Duration = .seconds(10)

        /// Creates deadlines with default values.
        public init() {}
    }
}
