// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// What a check has found.
struct CheckReport: Sendable {
    /// A rule that was broken.
    struct Finding: Sendable, Hashable {
        let rule: String
        let request: String
        let message: String
    }

    private struct Count: Sendable {
        var held = 0
        var broken = 0
    }

    private(set) var findings: [Finding] = []
    private(set) var requests = 0
    private var order: [String] = []
    private var counts: [String: Count] = [:]

    /// Lets all general rules judge of an exchange.
    mutating func count(_ exchange: CheckedExchange) {
        requests += 1
        for rule in CheckRule.all { note(rule.name, exchange, rule.judge(exchange)) }
    }

    /// Takes note of what an exchange says of a rule.
    mutating func note(_ rule: String, _ exchange: CheckedExchange, _ verdict: CheckRule.Verdict) {
        switch verdict {
        case .notConcerned: return
        case .holds: add(rule) { $0.held += 1 }
        case .broken(let message):
            add(rule) { $0.broken += 1 }
            findings.append(Finding(rule: rule, request: exchange.words, message: message))
        }
    }

    /// Takes note of a request that got no answer.
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

    private var rules: Value {
        .array(
            order.map { rule in
                let count = counts[rule] ?? Count()
                return [
                    "rule": .string(rule), "held": .number(.init(count.held)),
                    "broken": .number(.init(count.broken)),
                ]
            }
        )
    }

    private var list: Value {
        .array(
            findings.map { finding in
                [
                    "rule": .string(finding.rule), "request": .string(finding.request),
                    "finding": .string(finding.message),
                ]
            }
        )
    }

    /// The report as tables: how often each rule held, and where it did not.
    func text(width: Int) -> String {
        var text = Table(rules)?.text(width: width) ?? ""
        if !findings.isEmpty {
            text += "\n" + (Table(list)?.text(width: max(width, 100)) ?? "")
        }
        let words = findings.isEmpty ? "no rule was broken" : "\(findings.count) findings"
        return text + "\n\(requests) requests, \(words)\n"
    }

    /// The report for programs.
    var json: String {
        var json = JSON()
        json.isPretty = true
        let report: Value = [
            "requests": .number(.init(requests)), "rules": rules, "findings": list,
        ]
        let bytes = (try? json.encode(report)) ?? []
        return DisplayText.cleanJSON(String(decoding: bytes, as: UTF8.self)) + "\n"
    }
}
