// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A request that no rule of a stub answers, and its differences from the rules that come closest.
public struct UnmatchedRequest: Sendable, CustomStringConvertible {
    /// A rule, and the differences between the request and its pattern.
    public struct Candidate: Sendable {
        /// The rule's pattern.
        public let pattern: String
        /// The differences, each in a few words.
        public let differences: [String]
    }

    /// The request.
    public let request: StubbedRequest
    /// The rules that come closest to the request, the closest first; three at most.
    public let candidates: [Candidate]

    init(_ request: StubbedRequest, rules: [StubRule]) {
        self.request = request
        candidates = rules.map { rule in
            let (weight, differences) = rule.pattern.differences(of: request)
            return (weight, Candidate(pattern: rule.description, differences: differences))
        }.sorted { $0.0 < $1.0 }.prefix(3).map(\.1)
    }

    /// The request, and one line for each difference from a rule.
    public var description: String {
        var lines = ["no rule answers \(line)"]
        if candidates.isEmpty { lines.append("there are no rules") }
        for candidate in candidates {
            lines.append("nearest: \(candidate.pattern)")
            lines += candidate.differences.map { "  \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    /// The request and the closest rule in one line.
    var summary: String {
        guard let nearest = candidates.first else {
            return "no rule answers \(line); there are no rules"
        }
        let differences = nearest.differences.joined(separator: "; ")
        return "no rule answers \(line); nearest: \(nearest.pattern): \(differences)"
    }

    private var line: String {
        let request = request.request
        return "\(request.method) \(request.scheme)://\(request.authority)\(request.target)"
    }
}

/// An error for rules that answered no request, and for requests that no rule answered.
public struct UnmetStubs: Error, Sendable, CustomStringConvertible {
    /// The rules that answered no request.
    public let unused: [StubRule]
    /// The requests that no rule answered.
    public let unmatched: [UnmatchedRequest]

    /// Every rule and every request, with one or more lines for each.
    public var description: String {
        (unused.map { "not asked for: \($0)" } + unmatched.map(\.description))
            .joined(separator: "\n")
    }
}
