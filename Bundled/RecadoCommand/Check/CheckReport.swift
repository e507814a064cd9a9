// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The results of a check.
struct CheckReport: Sendable {
    /// A broken rule, or advice about an exchange.
    struct Finding: Sendable, Hashable {
        let rule: String
        let request: String
        let message: String
    }

    private struct Count: Sendable {
        var held = 0
        var broken = 0
        var advised = 0
    }

    private(set) var findings: [Finding] = []
    /// Possible improvements where no rule is broken.
    private(set) var advice: [Finding] = []
    private(set) var requests = 0
    private let rules: [CheckRule]
    private var order: [String] = []
    private var counts: [String: Count] = [:]

    /// Creates an empty report.
    ///
    /// - Parameter rules: The rules that apply to every exchange.
    init(rules: [CheckRule]) {
        self.rules = rules
    }

    /// Counts an exchange, and applies the rules to it.
    mutating func count(_ exchange: CheckedExchange) {
        requests += 1
        for rule in rules { note(rule.name, exchange, rule.judge(exchange)) }
    }

    /// Records the verdict of a rule on an exchange.
    mutating func note(_ rule: String, _ exchange: CheckedExchange, _ verdict: CheckRule.Verdict) {
        switch verdict {
        case .notApplicable: return
        case .holds: add(rule) { $0.held += 1 }
        case .broken(let message):
            add(rule) { $0.broken += 1 }
            findings.append(Finding(rule: rule, request: exchange.words, message: message))
        case .advised(let message):
            add(rule) { $0.advised += 1 }
            let finding = Finding(rule: rule, request: exchange.words, message: message)
            // Several requests may result in the same advice.
            if !advice.contains(finding) { advice.append(finding) }
        }
    }

    /// Records a request that received no answer.
    mutating func fail(_ request: String, _ message: String) {
        requests += 1
        let rule = "every request is answered"
        add(rule) { $0.broken += 1 }
        findings.append(Finding(rule: rule, request: request, message: message))
    }

    private mutating func add(_ rule: String, _ change: (inout Count) -> Void) {
        if counts[rule] == nil { order.append(rule) }
        change(&counts[rule, default: Count()])
    }

    // MARK: - Words

    private var rows: Value {
        .array(
            order.map { rule in
                let count = counts[rule] ?? Count()
                var row: Value = [
                    "rule": .string(rule), "held": .number(.init(count.held)),
                    "broken": .number(.init(count.broken)),
                ]
                if !advice.isEmpty { row["advised"] = .number(.init(count.advised)) }
                return row
            }
        )
    }

    private static func list(_ findings: [Finding], _ name: String) -> Value {
        .array(
            findings.map { finding in
                [
                    "rule": .string(finding.rule), "request": .string(finding.request),
                    name: .string(finding.message),
                ]
            }
        )
    }

    /// Returns the report as tables: how often each rule held, the exchanges that broke it, and
    /// possible improvements.
    func text(width: Int) -> String {
        var text = Table(rows)?.text(width: width) ?? ""
        for (list, name) in [(findings, "finding"), (advice, "advice")] where !list.isEmpty {
            for finding in list {
                let card: Value.Object = [
                    name: .string(finding.message), "rule": .string(finding.rule),
                    "request": .string(finding.request),
                ]
                text += "\n" + Card(card).text(width: width)
            }
        }
        var words = findings.isEmpty ? "no rule was broken" : "\(findings.count) findings"
        if !advice.isEmpty { words += ", \(advice.count) times advice" }
        return text + "\n\(requests) requests, \(words)\n"
    }

    /// The report as JSON for programs.
    var json: String {
        var json = JSON()
        json.isPretty = true
        let report: Value = [
            "requests": .number(.init(requests)), "rules": rows,
            "findings": Self.list(findings, "finding"), "advice": Self.list(advice, "advice"),
        ]
        // Encoding cannot fail, because every value is representable in JSON.
        let bytes = (try? json.encode(report)) ?? []
        return DisplayText.escaped(String(decoding: bytes, as: UTF8.self)) + "\n"
    }
}
