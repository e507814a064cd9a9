// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
@testable import RecadoWire

/// Checks that the result of reading HTTP/1.1 messages does not depend on where the bytes are cut.
///
/// The first byte chooses limits and, for responses, the request that they answer; the rest is what
/// the connection carries.
enum MessagesTarget {
    /// The result of reading: each message as a line, and the error.
    private struct Outcome: Equatable {
        var heads: [String] = []
        var content: [UInt8] = []
        var failure: MessageError.Kind?
        /// The number of bytes that belong to no message.
        var rest = 0

        /// Compares everything that must not depend on the cuts.
        ///
        /// If a message breaks several rules, which of them is reported may depend on the cuts.
        static func == (one: Self, other: Self) -> Bool {
            guard one.heads == other.heads else { return false }
            if one.failure != nil { return other.failure != nil }
            return other.failure == nil && one.content == other.content && one.rest == other.rest
        }
    }

    private static func limits(_ choice: UInt8, _ others: MessageLimits) -> MessageLimits {
        guard choice & 1 == 1 else { return others }
        var tight = MessageLimits(startLine: 60, field: 40, fields: 120, fieldCount: 4, content: 50)
        (tight.chunkExtensions, tight.trailers) = (20, 40)
        return tight
    }

    // MARK: - Requests

    static func readRequests(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let limits = limits(first, MessageLimits())
        let whole = requests([bytes], limits)
        for cut in cuts(of: bytes) {
            expect(requests(cut, limits), whole, "the pieces were read otherwise")
        }
    }

    private static func requests(_ pieces: [[UInt8]], _ limits: MessageLimits) -> Outcome {
        var (reader, outcome) = (RequestReader(), Outcome())
        var pending: [UInt8] = []
        for piece in pieces {
            pending += piece
            var goesOn = true
            while goesOn, !pending.isEmpty, outcome.failure == nil {
                var used = 0
                let before = outcome.content.count
                let event = reader.receive(
                    pending.span,
                    limits: limits,
                    into: &outcome.content,
                    used: &used
                )
                if used > pending.count { fail("more was used than given") }
                pending.removeFirst(used)
                switch consume event {
                case .needsMore: goesOn = false
                case .head: outcome.heads.append(request(of: &reader))
                case .end: outcome.heads.append("end")
                case .failed(let error): outcome.failure = error.kind
                }
                if outcome.content.count - before > limits.content { fail("content beyond the limit") }
            }
        }
        return outcome
    }

    private static func request(of reader: inout RequestReader) -> String {
        var request = Request(method: .get, target: "")
        reader.takeRequest(into: &request)
        for field in request.fields { check(field.value) }
        return "\(request.method) \(request.target) @\(request.authority) \(request.fields)"
    }

    /// Checks that a value contains no byte that would break a line.
    private static func check(_ value: String) {
        for byte in value.utf8 where byte == 0 || byte == 10 || byte == 13 {
            fail("a value has a byte \(byte)")
        }
    }

    // MARK: - Answers

    private static let methods: [Method] = [.get, .head, .connect, .post]

    static func readResponses(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let whole = responses([bytes], first)
        for cut in cuts(of: bytes) {
            expect(responses(cut, first), whole, "the pieces were read otherwise")
        }
        for cut in cuts(of: bytes) {
            let direct = responses(cut, first, passesContent: true)
            expect(direct, whole, "content that passes the reader was read otherwise")
        }
    }

    private static func responses(
        _ pieces: [[UInt8]],
        _ choice: UInt8,
        passesContent: Bool = false
    ) -> Outcome {
        var reader = ResponseReader(limits: limits(choice, MessageLimits(head: 65_536)))
        reader.begin(
            answering: methods[Int(choice >> 1 & 3)],
            switchesProtocol: choice & 8 != 0,
            keepsTrailers: true
        )
        var (outcome, pending) = (Outcome(), [UInt8]())
        for piece in pieces {
            pending += piece
            while !pending.isEmpty, outcome.failure == nil, !reader.state.isComplete {
                let plain = min(reader.state.plainContent, pending.count)
                if passesContent, plain > 0 {
                    outcome.content += pending[..<plain]
                    pending.removeFirst(plain)
                    reader.passed(plain)
                    if reader.state.isComplete { outcome.heads.append("end \(Fields())") }
                } else if !step(&reader, &pending, &outcome) {
                    break
                }
            }
        }
        _ = reader.endOfConnection()
        if reader.state.isComplete { outcome.rest = pending.count }
        return outcome
    }

    /// Reads once, and returns whether the remaining bytes may contain more.
    private static func step(
        _ reader: inout ResponseReader,
        _ pending: inout [UInt8],
        _ outcome: inout Outcome
    ) -> Bool {
        var used = 0
        let event = reader.receive(pending.span, into: &outcome.content, used: &used)
        if used > pending.count { fail("more was used than given") }
        pending.removeFirst(used)
        switch event {
        case .needsMore: return used > 0
        case .informational(let status, let fields): note(status, fields, &outcome)
        case .head(let head): note(head.status, head.fields, &outcome)
        case .end(let trailers):
            for field in trailers { check(field.value) }
            outcome.heads.append("end \(trailers)")
        case .failed(let error): outcome.failure = error.kind
        }
        return true
    }

    private static func note(_ status: Status, _ fields: Fields, _ outcome: inout Outcome) {
        for field in fields { check(field.value) }
        outcome.heads.append("\(status.code) \(fields)")
    }
}
