// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The outcome of reading some bytes.
struct Reading: Equatable, CustomStringConvertible {
    /// The requests, each with its line, authority and content as one text.
    var requests: [String] = []
    /// The kind of the error, or `nil` if there was none.
    var failure: MessageError.Kind?
    /// True if the last request was not complete.
    var isIncomplete = false

    var description: String {
        "\(requests) \(failure.map { "failed: \($0)" } ?? "")\(isIncomplete ? " incomplete" : "")"
    }
}

/// Passes bytes to a reader in pieces, as a connection does.
struct PiecewiseReader {
    var limits = MessageLimits()
    private var reader = RequestReader()
    private var pending: [UInt8] = []
    private var content: [UInt8] = []
    private var request: Request?
    private var result = Reading()

    init(limits: MessageLimits = MessageLimits()) {
        self.limits = limits
    }

    mutating func give(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        var goesOn = true
        while goesOn, !pending.isEmpty, result.failure == nil {
            var used = 0
            let bytes = pending
            var piece: [UInt8] = []
            let event = reader.receive(bytes.span, limits: limits, into: &piece, used: &used)
            content += piece
            pending.removeFirst(used)
            switch consume event {
            case .needsMore: goesOn = false
            case .head(let head):
                request = reader.request()
                if head.framing == .none { finish() }
            case .end: finish()
            case .failed(let error): result.failure = error.kind
            }
        }
    }

    private mutating func finish() {
        guard let request else { return }
        let text = String(decoding: content, as: UTF8.self)
        result.requests.append(
            "\(request.method) \(request.target) @\(request.authority) [\(text)]"
        )
        content = []
        self.request = nil
    }

    var reading: Reading {
        var result = result
        result.isIncomplete = result.failure == nil && (request != nil || reader.state.isInsideHead)
        return result
    }
}

func read(_ bytes: [UInt8], limits: MessageLimits = MessageLimits()) -> Reading {
    var reader = PiecewiseReader(limits: limits)
    reader.give(bytes)
    return reader.reading
}

/// The sender of the bytes that tests pass to readers.
private let peer = Peer(address: "192.0.2.7", isLocal: false, isSecure: false)

/// Returns the head of the first request in a text.
func parseHead(_ text: String) -> RequestHead? {
    parse(text)?.head
}

/// Returns the first request in a text, with its head.
func parse(_ text: String) -> (head: RequestHead, request: Request)? {
    var reader = RequestReader()
    var content: [UInt8] = []
    var used = 0
    let bytes = Array(text.utf8)
    let event = reader.receive(
        bytes.span,
        limits: MessageLimits(),
        into: &content,
        used: &used
    )
    guard case .head(let head) = consume event else { return nil }
    return (head, reader.request())
}

extension RequestReader {
    /// Returns the request whose head has been read.
    fileprivate mutating func request() -> Request {
        var request = Request(method: .get, target: "", peer: peer)
        takeRequest(into: &request)
        return request
    }
}
