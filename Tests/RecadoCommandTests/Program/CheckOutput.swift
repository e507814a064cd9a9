// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The output of `recado check --json`.
struct CheckOutput {
    /// The rules that were broken, with the requests that broke them.
    let findings: [String: Set<String>]
    /// The rules that advice was given by, with the requests that it was given about.
    let advice: [String: Set<String>]

    /// Reads what a program has written.
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
