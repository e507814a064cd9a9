// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoSecrets
import RecadoTransport
import Synchronization

/// Writes the lines about one request and its answer.
final class LogEntry: Sendable {
    private struct ResponseHead {
        var status: Status
        var fields: Fields
    }

    private let log: CallLog
    private let request: Request
    private let number: UInt64
    private let trace: CallTrace?
    private let start = ContinuousClock.now
    private let answer = Mutex<ResponseHead?>(nil)

    private static let count = Atomic<UInt64>(0)

    init(_ log: CallLog, _ request: Request) {
        self.log = log
        self.request = request
        trace = CallTrace.current
        number = trace?.number ?? Self.count.add(1, ordering: .relaxed).newValue
    }

    /// The number of content bytes that must be kept for the log.
    var keptLimit: Int { log.level >= .content ? Redaction.readLimit : 0 }

    /// Writes the lines for the request, before it is sent.
    func begin() {
        write("→", "\(request.method) \(Redaction.uri(of: request))")
        write(request.fields, "→")
        guard log.level >= .content, request.content.length != 0 else { return }
        let bytes = request.content.bytes
        write("→", text(bytes, count: request.content.length, request.fields))
    }

    /// Records the status and header fields of the answer, whose content is read later.
    func answered(_ response: Response) {
        answer.withLock { $0 = ResponseHead(status: response.status, fields: response.fields) }
    }

    /// Writes the lines for the answer, once it is complete.
    func end(_ bytes: [UInt8], count: Int) {
        guard let answer = answer.withLock({ $0 }) else { return }
        write("←", "\(answer.status) in \(elapsed), \(count) bytes" + circumstances)
        write(answer.fields, "←")
        guard log.level >= .content, count > 0 else { return }
        write("←", text(count <= Redaction.readLimit ? bytes : nil, count: count, answer.fields))
    }

    /// Writes the line for an answer that is missing or incomplete.
    func fail(_ reason: String) {
        let status = answer.withLock { $0.map { "\($0.status), " } ?? "" }
        write("✗", "\(status)\(reason) in \(elapsed)" + circumstances)
    }

    // MARK: - Lines

    private func write(_ sign: String, _ text: String) {
        log.write(Redaction.printable("\(sign) \(number) \(text)"))
    }

    private func write(_ fields: Fields, _ sign: String) {
        guard log.level >= .fields else { return }
        for field in fields { write(sign, "\(field.name): \(Redaction.value(of: field))") }
    }

    private var elapsed: String { start.duration(to: .now).brief }

    /// The unusual events of the call, as text: failed attempts, redirects, a cached response.
    private var circumstances: String {
        var words: [String] = []
        if let failed = trace?.attempts.count, failed > 0 {
            words.append("\(failed) failed attempts")
        }
        if let hops = trace?.redirects.count, hops > 0 { words.append("\(hops) redirects") }
        switch trace?.source {
        case .cache(let age): words.append("from the cache, \(age.brief) old")
        case .revalidated: words.append("from the cache, confirmed")
        case .network, nil: break
        }
        return words.map { ", " + $0 }.joined()
    }

    private func text(_ bytes: [UInt8]?, count: Int?, _ fields: Fields) -> String {
        Redaction.content(
            bytes,
            count: count,
            fields,
            answering: request,
            limit: log.contentLimit
        )
    }
}
