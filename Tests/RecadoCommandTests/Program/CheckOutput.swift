// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The output of `recado check --json`.
struct CheckOutput {
    /// The requests that broke rules, by the rule.
    let findings: [String: Set<String>]
    /// The requests about which advice was given, by the rule.
    let advice: [String: Set<String>]

    /// Reads the output of a run of `recado check --json`.
    init(_ run: ProgramRun) throws {
        let report = try JSON().value(from: run.output)
        findings = Self.requests(in: report["findings"])
        advice = Self.requests(in: report["advice"])
    }

    private static func requests(in list: Value?) -> [String: Set<String>] {
        var requests: [String: Set<String>] = [:]
        for finding in list?.arrayValue ?? [] {
            guard let rule = finding["rule"]?.stringValue,
                let request = finding["request"]?.stringValue
            else { continue }
            requests[rule, default: []].insert(request)
        }
        return requests
    }
}
