// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization

/// A cache over a stub, on a clock that tests set.
struct CachePeer: Sendable {
    static let page = "https://a.example/page"

    let time = TestTime()
    let store = MemoryCacheStore()
    let stub: StubTransport
    let transport: CacheTransport

    init(
        options: CachePolicy.Options = CachePolicy.Options(),
        _ answer: @escaping StubTransport.Answer
    ) {
        let (stub, time) = (StubTransport(answer), time)
        self.stub = stub
        transport = CacheTransport(base: stub, store: store, options: options) { time.now }
    }

    /// Creates a peer whose responses are numbered, and which answers 304 if a request's condition
    /// says so.
    init(options: CachePolicy.Options = CachePolicy.Options(), status: Status = .ok, fields: Fields)
    {
        let count = Mutex(0)
        self.init(options: options) { request throws(TransportError) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let tag = request.fields[.ifNoneMatch]
            if let tag, tag == fields[.eTag] {
                return Response(
                    status: .notModified,
                    fields: [.eTag: tag, "X-Number": "\(number)"]
                )
            }
            return Response(status: status, fields: fields, content: Content("\(number)"))
        }
    }

    /// The result of a request.
    struct Outcome: Sendable {
        let response: Response
        let source: ResponseSource
        let content: String

        /// The part of the `Cache-Status` field that this cache wrote.
        var cacheStatus: String { response.fields[values: "Cache-Status"].last ?? "" }
    }

    func send(
        _ method: RecadoHTTP.Method = .get,
        _ uri: String = CachePeer.page,
        _ fields: Fields = [:]
    ) async throws -> Outcome {
        let trace = CallTrace()
        let request = try Request(method: method, uri: URI(uri), fields: fields)
        let response = try await CallTrace.$current.withValue(trace) {
            try await transport.send(request)
        }
        let content = try await response.content.collect(upTo: 1 << 20)
        return Outcome(
            response: response,
            source: trace.source,
            content: String(decoding: content, as: UTF8.self)
        )
    }

    func get(_ fields: Fields = [:]) async throws -> Outcome {
        try await send(.get, Self.page, fields)
    }

    /// Returns the date `offset` seconds after the start of the clock.
    static func date(_ offset: Int64) -> String {
        HTTPDate(secondsSince1970: TimedJar.start + offset).description
    }
}
