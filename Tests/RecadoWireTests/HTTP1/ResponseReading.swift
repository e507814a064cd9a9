// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The outcome of reading some bytes as the response to a request.
struct ResponseReading: Equatable, CustomStringConvertible {
    /// The status of each head, interim responses first, with the fields that do not concern
    /// framing.
    var heads: [String] = []
    var content = ""
    var trailers = ""
    var isComplete = false
    var keepsConnection = true
    /// The number of bytes after the response.
    var rest = 0
    /// The kind of the error, or `nil` if there was none.
    var failure: MessageError.Kind?

    var description: String {
        let end = failure.map { "failed: \($0)" } ?? (isComplete ? "complete" : "incomplete")
        let kept = keepsConnection ? "kept" : "not kept"
        return "\(heads) [\(content)] [\(trailers)] \(end), \(kept), \(rest) left"
    }
}

/// Passes bytes to a response reader in pieces, as a connection does.
struct PiecewiseResponseReader {
    private var reader: ResponseReader
    private var pending: [UInt8] = []
    private var content: [UInt8] = []
    private var result = ResponseReading()
    /// True if content is passed on without the reader wherever the reader allows that.
    private let isDirect: Bool

    init(
        answering method: Method = .get,
        limits: MessageLimits = MessageLimits(head: 65_536),
        switchesProtocol: Bool = false,
        isDirect: Bool = false
    ) {
        reader = ResponseReader(limits: limits)
        reader.begin(
            answering: method,
            switchesProtocol: switchesProtocol,
            keepsTrailers: true
        )
        self.isDirect = isDirect
    }

    mutating func give(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        while !pending.isEmpty, result.failure == nil, !reader.state.isComplete {
            if isDirect, reader.state.plainContent > 0 {
                passContent()
            } else if !step() {
                return
            }
        }
    }

    private mutating func passContent() {
        let count = min(reader.state.plainContent, pending.count)
        content += pending[..<count]
        pending.removeFirst(count)
        reader.passed(count)
    }

    /// Reads once, and returns whether the remaining bytes may contain more.
    private mutating func step() -> Bool {
        var used = 0
        let bytes = pending
        var piece: [UInt8] = []
        let event = reader.receive(bytes.span, into: &piece, used: &used)
        content += piece
        pending.removeFirst(used)
        switch event {
        case .needsMore: return reader.state.plainContent > 0 && used > 0
        case .informational(let status, let fields): note(status, fields)
        case .head(let head):
            note(head.status, head.fields)
            result.keepsConnection = head.keepsConnection
        case .end(let trailers): result.trailers = Self.text(of: trailers)
        case .failed(let error): result.failure = error.kind
        }
        return true
    }

    private mutating func note(_ status: Status, _ fields: Fields) {
        var others = fields
        for name: FieldName in [.contentLength, .transferEncoding, .connection] {
            others.removeAll(name)
        }
        let text = Self.text(of: others)
        result.heads.append(text.isEmpty ? "\(status.code)" : "\(status.code) \(text)")
    }

    private static func text(of fields: Fields) -> String {
        fields.map { "\($0.name.rawName)=\($0.value)" }.joined(separator: "|")
    }

    /// Tells the reader that the connection has ended.
    mutating func end() { _ = reader.endOfConnection() }

    var reading: ResponseReading {
        var result = result
        result.content = String(decoding: content, as: UTF8.self)
        result.isComplete = reader.state.isComplete
        result.rest = reader.state.isComplete ? pending.count : 0
        return result
    }
}
