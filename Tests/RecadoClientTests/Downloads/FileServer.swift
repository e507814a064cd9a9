// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization

/// A server with one file, which knows ranges and breaks off where it is told to.
final class FileServer: Sendable {
    struct State {
        var content: [UInt8]
        var eTag: String? = "\"v1\""
        var fields: Fields = [:]
        var knowsRanges = true
        /// After how many bytes of its content each of the next answers breaks off.
        var breaks: [Int] = []
        /// The answers to the next requests in its place.
        var answers: [Response] = []
        /// The most bytes that an answer with a part has.
        var partLimit = 1 << 30
    }

    private let state: Mutex<State>

    init(_ content: [UInt8]) {
        state = Mutex(State(content: content))
    }

    func change(_ body: @Sendable (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    var content: [UInt8] { state.withLock(\.content) }

    /// A transport to the server.
    func makeStub() -> StubTransport {
        StubTransport { request in self.answer(request) }
    }

    private func answer(_ request: Request) -> Response {
        state.withLock { state in
            if !state.answers.isEmpty { return state.answers.removeFirst() }
            var fields = state.fields
            fields[.eTag] = state.eTag
            let whole = state.content
            var range = 0..<whole.count
            var status = Status.ok
            let isCurrent = request.fields["If-Range"] == state.eTag ?? fields[.lastModified]
            if state.knowsRanges, isCurrent, let start = start(request) {
                guard start < whole.count else {
                    return Response(
                        status: .rangeNotSatisfiable,
                        fields: ["Content-Range": "bytes */\(whole.count)"]
                    )
                }
                range = start..<min(whole.count, start + state.partLimit)
                fields["Content-Range"] = "bytes \(start)-\(range.upperBound - 1)/\(whole.count)"
                status = .partialContent
            }
            fields[.contentLength] = "\(range.count)"
            let bytes = Array(whole[range])
            guard let end = state.breaks.popLast() else {
                return Response(status: status, fields: fields, content: Content(bytes))
            }
            let source = PiecewiseSource(
                end > 0 ? [Array(bytes.prefix(end))] : [],
                length: bytes.count,
                failure: TransportError(.connectionLost)
            )
            return Response(status: status, fields: fields, content: Content(reading: source))
        }
    }

    private func start(_ request: Request) -> Int? {
        request.fields["Range"].flatMap {
            $0.hasPrefix("bytes=") ? Int($0.dropFirst(6).dropLast()) : nil
        }
    }
}
