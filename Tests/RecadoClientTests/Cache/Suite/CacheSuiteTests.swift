// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The suite http-tests/cache-tests, which is not part of this repository.
///
/// The environment variable `RECADO_CACHE_TESTS` names the document with the cases. The suite's own
/// `node test-engine/export.mjs` writes it.
@Suite(.timeLimit(.minutes(1))) struct `Cache tests of the http-tests project` {
    private static let document = ProcessInfo.processInfo.environment["RECADO_CACHE_TESTS"]

    @Test(.enabled(if: document != nil, "RECADO_CACHE_TESTS names no document of the suite"))
    func `only known exceptions fail`() async throws {
        let text = try String(contentsOfFile: #require(Self.document), encoding: .utf8)
        let cases = try CacheSuiteCase.all(in: text)
        #expect(cases.count >= 370)
        var failed: [String: [String]] = [:]
        for test in cases {
            do {
                try await test.run()
            } catch {
                print("\(test.kind) \(test.id): \(error)")
                failed[test.kind, default: []].append(test.id)
            }
        }
        #expect(Set(failed["required"] ?? []) == Set(Self.others["required", default: [:]].keys))
        let optimal = Set(failed["optimal"] ?? [])
        #expect(optimal.isSubset(of: Self.others["optimal", default: [:]].keys))
    }

    /// The cases whose result differs from the suite's, and why.
    ///
    /// Cases of the kind `check` are left out, because the suite accepts any result of them.
    private static let others = [
        "required": [
            "cc-resp-immutable-stale": "a reload of browsers, which this client does not have",
            "headers-store-Set-Cookie":
                "cookies are not kept: today's value may be replaced tomorrow",
        ],
        "optimal": optional,
    ]

    private static let optional: [String: String] = {
        let reasons = [
            "answers are for the credentials that they were given to": [
                "other-authorization-must-revalidate", "other-authorization-public",
                "other-authorization-smaxage",
            ],
            "answers to GET alone are kept, and whole ones": [
                "method-POST", "partial-store-partial-complete",
                "partial-store-partial-reuse-partial", "partial-store-partial-reuse-partial-absent",
                "partial-store-partial-reuse-partial-byterange",
                "partial-store-partial-reuse-partial-suffix",
            ],
            "its weekday is not that of its date": ["freshness-expires-ansi-c"],
            "dates are read as RFC 9110 writes them": [
                "freshness-expires-wrong-case-month",
                "freshness-expires-wrong-case-tz", "freshness-expires-wrong-case-weekday",
            ],
            "values of fields are compared as they are": [
                "vary-normalise-lang-case", "vary-normalise-lang-order",
                "vary-normalise-lang-select",
            ],
            "it asks to call an answer unchanged that is newer": ["conditional-lm-fresh-no-lm"],
        ]
        let pairs = reasons.flatMap { reason, names in names.map { ($0, reason) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}
