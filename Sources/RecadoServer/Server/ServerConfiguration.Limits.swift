// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ServerConfiguration {
    /// The limits on the requests that a server takes from its clients.
    public struct Limits: Sendable, Hashable {
        /// The most bytes of a request line; by default 8 KiB, as servers commonly have it.
        ///
        /// A longer one is answered with 414.
        public var requestLine: Int = 8 * 1024
        /// The most bytes of one header field; by default 8 KiB, which holds large cookies.
        ///
        /// A longer one is answered with 431.
        public var field: Int = 8 * 1024
        /// The most bytes of all header fields; by default 32 KiB.
        ///
        /// More are answered with 431. In HTTP/2, where each field counts for 32 bytes more (RFC
        /// 9113 §6.5.2), four times as many end the connection.
        public var fields: Int = 32 * 1024
        /// The most header fields; by default 100, several times what browsers send.
        ///
        /// More are answered with 431.
        public var fieldCount: Int = 100
        /// The most bytes of a request's content; by default 128 MiB.
        ///
        /// This is the last line of defence: what reads the content sets its own, lower limit.
        /// More is answered with 413.
        public var content: Int = 128 * 1024 * 1024
        /// The most bytes of unread content that are skipped to keep a connection; by default
        /// 64 KiB, which costs less than a new connection.
        public var skippedContent: Int = 64 * 1024
        /// The most connections at a time; by default 10 000: some 10 MB when they are idle, and in
        /// TLS 14 KiB of OpenSSL's own for each beside that.
        ///
        /// Sixteen more have a second to ask for what ``ServerObserver/bypassesLoadShedding(_:)``
        /// lets pass, such as the health of the server, by a request in HTTP/1.1; others are
        /// answered with 503. More than those are answered so at once; over TLS they are closed,
        /// for a handshake would cost more.
        public var connections: Int = 10_000
        /// The most connections of one address, or of one IPv6 /64 network; by default 256, which
        /// leaves room for offices behind one address.
        ///
        /// More are answered so, too. Loopback addresses, local sockets and trusted proxies
        /// (``ServerObserver/trusts(_:)``) are not counted: many clients come through a proxy.
        public var connectionsPerAddress: Int = 256
        /// The most requests whose handlers have been called and have
        /// not returned; by default 2 048.
        ///
        /// More are answered with 503 and Retry-After. A store that answers a thousand
        /// requests a second needs two seconds for so many, and each of them holds memory. An
        /// answer that is streamed counts until its head is there. One that waits for its
        /// content, or in ``Server/withoutRequestSlot(_:)``, does not count meanwhile, so
        /// that slow clients keep nobody out. Loops judge by themselves, so that there can be
        /// one more for each further loop.
        public var requests: Int = 2_048
        /// The most of those requests that come from one address, or one IPv6 /64
        /// network; `nil`, the default, is a quarter of ``requests``, so that it takes
        /// several clients to keep others out.
        ///
        /// Those that wait for their content, or in ``Server/withoutRequestSlot(_:)``, count as
        /// well. More are answered with 503 and Retry-After. The same addresses are not counted as
        /// with ``connectionsPerAddress``. A connection in HTTP/2 has a share of its own, twice
        /// ``HTTP2-swift.struct/concurrentStreams``.
        public var requestsPerAddress: Int?
        /// The longest that a request may have waited when its handler is
        /// called; by default 2 seconds.
        ///
        /// One that has waited longer, since its loop was busy with others, is answered with 503
        /// and Retry-After: its client is about to give up, and work for it would make others wait.
        public var waiting: Duration = .seconds(2)
        /// The requests of one connection; by default 1 000.
        ///
        /// Then the connection is closed, which spreads long-lived clients over the loops anew.
        public var requestsPerConnection: Int = 1_000
        /// The most bytes of answers that wait for clients which take them slowly, over all
        /// connections; by default 128 MiB.
        ///
        /// Beyond it, answers of more than 64 KiB and those in pieces are 503 with Retry-After, and
        /// the slowest clients are let go until half of it is free. An answer that is longer than
        /// half of it is sent if the other half is free. Short answers and streams that have begun
        /// may take as much again. What the system holds for its sockets, up to 4 MiB each, is not
        /// counted. Such a refusal, and such an end, is told to ``ServerObserver/note(_:)``, beside
        /// what a handler's own middleware has noted.
        public var pendingBytes: Int = 128 * 1024 * 1024
        /// The most bytes of WebSocket messages that have not arrived whole or wait for
        /// their handlers, and of compressors, over all connections; by default 64 MiB, as
        /// many as 64 of the longest messages.
        ///
        /// The WebSocket that would need more is closed with 1013, try again later. Each may
        /// hold 4 KiB beside that, so that short messages arrive meanwhile. A compressor takes
        /// some 280 KiB of it with the first message that it compresses; without room,
        /// messages are sent as they are.
        public var webSocketMessages: Int = 64 * 1024 * 1024
        /// The limits that hold for connections in HTTP/2 alone.
        public var http2 = HTTP2()

        /// Creates limits of default values.
        public init() {}
    }

    /// The times for which a server waits for its clients.
    ///
    /// Deadlines are kept to within a tenth of a second.
    public struct Deadlines: Sendable, Hashable {
        /// The time for a whole head from its first byte; by default 10 seconds.
        ///
        /// It is not prolonged by further bytes. Its end is answered with 408.
        public var head: Duration = .seconds(10)
        /// The time for a request's whole content; by default 5 minutes.
        ///
        /// It begins with the head's end, or with 100 Continue. Its end is answered with 408.
        public var content: Duration = .seconds(300)
        /// The fewest bytes of content in a second, while the server is ready to take them; by
        /// default 1 KiB.
        ///
        /// A client that stays below is answered with 408.
        public var contentRate: Int = 1024
        /// The time over which the rate of the content is taken; by default 10 seconds.
        public var contentRatePeriod: Duration = .seconds(10)
        /// The time that a connection may wait between two requests; by default 60 seconds.
        public var idle: Duration = .seconds(60)
        /// The time without progress in which a client must take some of its answer; by default
        /// 30 seconds.
        public var write: Duration = .seconds(30)
        /// The fewest bytes in a second that a client in HTTP/2 must take
        /// of an answer; by default 240.
        ///
        /// Any link that people use has as much, and IIS wants the same. It is taken over
        /// ``write``, and counts while the client has said that it takes no more for now; of
        /// answers that wait for the window of all streams, all that it takes counts. What has just
        /// gone may be on its way for as long as a link of 8 KiB a second needs for it, up to ten
        /// times ``write``. An answer below is given up. In HTTP/1.1 the system sees to it: it
        /// tells of room for more only when a third of what it holds has gone.
        public var writeRate: Int = 240
        /// The time that a refused client has to take its answer and close; by default 2 seconds.
        public var lingering: Duration = .seconds(2)
        /// The time that a connection in HTTP/1.1 has, when the server shuts down, for a request
        /// that is on its way; by default a second.
        ///
        /// It is answered, and told that the connection is closed. A connection that
        /// is closed while a request is under way to it loses that: a client cannot
        /// know whether it was carried out.
        public var farewell: Duration = .seconds(1)
        /// The grace that requests in progress have when the server shuts down because the task
        /// of ``Server/run()`` was cancelled, or a signal has stopped it; by default 10 seconds.
        public var shutdown: Duration = .seconds(10)

        /// Creates deadlines of default values.
        public init() {}
    }
}
