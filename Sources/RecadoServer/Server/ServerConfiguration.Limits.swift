// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ServerConfiguration {
    /// The limits on the requests that a server accepts from its clients.
    public struct Limits: Sendable, Hashable {
        /// The most bytes of a request line; by default 8 KiB, as is common for servers.
        ///
        /// A longer one is answered with 414.
        public var requestLine: Int = 8 * 1024
        /// The most bytes of one header field; by default 8 KiB, enough for large cookies.
        ///
        /// A longer one is answered with 431.
        public var field: Int = 8 * 1024
        /// The most bytes of all header fields; by default 32 KiB.
        ///
        /// More are answered with 431. In HTTP/2, where each field counts 32 bytes more (RFC 9113
        /// §6.5.2), four times as many end the connection.
        public var fields: Int = 32 * 1024
        /// The most header fields; by default 100, several times what browsers send.
        ///
        /// More are answered with 431.
        public var fieldCount: Int = 100
        /// The most bytes of a request's content; by default 128 MiB.
        ///
        /// This is the last line of defence: code that reads the content sets its own, lower limit.
        /// More is answered with 413.
        public var content: Int = 128 * 1024 * 1024
        /// The most bytes of unread content that are skipped to keep a connection; by default
        /// 64 KiB, which costs less than a new connection.
        public var skippedContent: Int = 64 * 1024
        /// The most connections at a time; by default 10 000, which take some 10 MB when idle, and
        /// with TLS 14 KiB more for each in OpenSSL.
        ///
        /// Sixteen further connections, half of them only from addresses that are not counted (see
        /// ``connectionsPerAddress``), have a second to send a request in HTTP/1.1 that
        /// ``ServerObserver/bypassesLoadShedding(_:)`` lets pass, such as one for the health of the
        /// server; other requests on them are answered with 503. Connections beyond those are
        /// answered with 503 at once; over TLS they are closed, for a handshake would cost more.
        public var connections: Int = 10_000
        /// The most connections of one address, or of one IPv6 /64 network; by default 256, which
        /// leaves room for offices behind one address.
        ///
        /// Further ones are answered with 503 at once; over TLS they are closed. Loopback
        /// addresses, local sockets and trusted proxies (``ServerObserver/trusts(_:)``) are not
        /// counted: many clients come through a proxy.
        public var connectionsPerAddress: Int = 256
        /// The most requests whose handlers have been called and have not returned; by default
        /// 2 048.
        ///
        /// More are answered with 503 and Retry-After. A store that answers a thousand requests a
        /// second needs two seconds for this number, and each of them holds memory. A streamed
        /// answer counts until its head is there. A request that waits for its content, or in
        /// ``Server/withoutRequestSlot(_:)``, does not count meanwhile, so that slow clients keep
        /// nobody out. Loops decide independently, so that there can be one more for each further
        /// loop.
        public var requests: Int = 2_048
        /// The most of those requests that come from one address, or one IPv6 /64 network; by
        /// default `nil`, which means a quarter of ``requests``, so that it takes several clients
        /// to keep others out.
        ///
        /// Requests that wait for their content, or in ``Server/withoutRequestSlot(_:)``, count as
        /// well. More are answered with 503 and Retry-After. The same addresses as for
        /// ``connectionsPerAddress`` are not counted. A connection in HTTP/2 has a share of its
        /// own, twice ``HTTP2-swift.struct/concurrentStreams``.
        public var requestsPerAddress: Int?
        /// The longest time that a request may have waited when its handler is called; by default 2
        /// seconds.
        ///
        /// A request that has waited longer, since its loop was busy with others, is answered with
        /// 503 and Retry-After: its client is about to give up, and work for it would make others
        /// wait.
        public var waiting: Duration = .seconds(2)
        /// The most requests on one connection; by default 1 000.
        ///
        /// After them the connection is closed, so that long-lived clients are spread over the
        /// loops again.
        public var requestsPerConnection: Int = 1_000
        /// The most bytes of answers that wait for slow clients, over all connections; by default
        /// 128 MiB.
        ///
        /// Beyond it, answers of more than 64 KiB and those in pieces are replaced by 503 with
        /// Retry-After, and the connections of the slowest clients are closed until half of the
        /// limit is free. An answer that is longer than half of the limit is sent if the other half
        /// is free. Short answers and streams that have begun may take as much again. The bytes
        /// that the system holds for its sockets, up to 4 MiB each, are not counted. Such refusals
        /// and closed connections are reported to ``ServerObserver/note(_:)``, in addition to the
        /// records of a handler's own middleware.
        public var pendingBytes: Int = 128 * 1024 * 1024
        /// The most bytes that are held for WebSocket messages that have not arrived completely or
        /// wait for their handlers, and for compressors, over all connections; by default 64 MiB,
        /// as many as 64 of the longest messages take.
        ///
        /// A WebSocket that would need more is closed with 1013, try again later. Each may hold
        /// 4 KiB in addition, so that short messages arrive meanwhile. A compressor takes up to
        /// 272 KiB of the limit with the first message that it compresses; without room, messages
        /// are sent uncompressed.
        public var webSocketMessages: Int = 64 * 1024 * 1024
        /// The limits that apply only to connections in HTTP/2.
        public var http2 = HTTP2()

        /// Creates limits with default values.
        public init() {}
    }

    /// The times for which a server waits for its clients.
    ///
    /// Deadlines are kept to within a tenth of a second.
    public struct Deadlines: Sendable, Hashable {
        /// The time for a whole head from its first byte; by default 10 seconds.
        ///
        /// Further bytes do not prolong it. When it ends, the request is answered with 408.
        public var head: Duration = .seconds(10)
        /// The time for a request's whole content; by default 5 minutes.
        ///
        /// It begins with the head's end, or with 100 Continue. When it ends, the request is
        /// answered with 408.
        public var content: Duration = .seconds(300)
        /// The fewest bytes of content in a second, while the server is ready to accept them; by
        /// default 1 KiB.
        ///
        /// A client that stays below is answered with 408.
        public var contentRate: Int = 1024
        /// The time over which the rate of the content is measured; by default 10 seconds.
        public var contentRatePeriod: Duration = .seconds(10)
        /// The time that a connection may wait between two requests; by default 60 seconds.
        public var idle: Duration = .seconds(60)
        /// The longest time without progress, within which a client must take some of its answer;
        /// by default 30 seconds.
        public var write: Duration = .seconds(30)
        /// The fewest bytes in a second that a client in HTTP/2 must take of an answer; by default
        /// 240.
        ///
        /// Any link in practical use is as fast, and IIS demands the same. The rate is measured
        /// over ``write``, and only while the client states that it accepts no more for now; for
        /// answers that wait for the window of all streams, everything that the client takes
        /// counts. Bytes that were just sent may be on their way for as long as a link of 8 KiB a
        /// second needs for them, up to ten times ``write``. An answer below the rate is abandoned.
        /// In HTTP/1.1 the system has the same effect: it reports room for more only when a third
        /// of its buffer has been sent.
        public var writeRate: Int = 240
        /// The time that a refused client has to take its answer and close; by default 2 seconds.
        public var lingering: Duration = .seconds(2)
        /// The time that a connection in HTTP/1.1 has, when the server shuts down, for a request
        /// that is on its way; by default a second.
        ///
        /// The request is answered, and its client told that the connection is closed. If a
        /// connection is closed while a request is on its way, the request is lost: a client cannot
        /// know if it was carried out.
        public var farewell: Duration = .seconds(1)
        /// The grace for requests in progress when the server shuts down because the task of
        /// ``Server/run()`` was cancelled or because of a signal; by default 10 seconds.
        public var shutdown: Duration = .seconds(10)

        /// Creates deadlines with default values.
        public init() {}
    }
}
