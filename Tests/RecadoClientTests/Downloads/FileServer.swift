// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization

/// A server with one file, which supports ranges and can break off its responses.
final class FileServer: Sendable {
    struct State {
        var content: [UInt8]
        var eTag: String? = "\"v1\""
        var fields: Fields = [:]
        var knowsRanges = true
        /// For each of the next responses, the number of bytes after which it breaks off.
        var breaks: [Int] = []
        /// Responses that the next requests get instead of the file.
        var answers: [Response] = []
        /// The most bytes that a partial response (206) has.
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

    /// Returns a transport to the server.
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
