// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules about the duration and the size of answers.
extension CheckRule {
    /// Returns the rule that every answer must arrive in time; the head of a stream is enough.
    static func time(within limit: Duration) -> CheckRule {
        CheckRule("answers come in time") { exchange in
            verdict(
                exchange.duration <= limit,
                "took \(milliseconds(exchange.duration)) ms; at most \(milliseconds(limit))"
            )
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int((duration / .milliseconds(1)).rounded(.up))
    }

    /// The rule that no answer may be too large; it does not apply to streams.
    static let size = CheckRule("answers have at most 16 MiB") { exchange in
        switch exchange.extent {
        case .whole: .holds
        case .head: .notApplicable
        case .excessive: .broken("there are more than \(CheckCaller.contentLimit) bytes")
        }
    }
}
