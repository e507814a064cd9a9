// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP

/// The reason why a request fails.
enum RailsFailure: Error {
    /// An error status without further details.
    case status(Status)
    /// A name or a total that no column can hold.
    case invalid(InvalidScore)
}

/// The errors of values that no column can hold, in Rails' words, and the values to show in the
/// form again.
struct InvalidScore: Sendable {
    /// The error of the name.
    private(set) var name: String?
    /// The error of the total.
    private(set) var total: String?
    /// The values to show in the form.
    var fields = ScoreFields()

    /// True if there are no errors.
    var isValid: Bool { name == nil && total == nil }

    /// Adds the error for a name of more characters than ``ScoresService/nameLimit``.
    mutating func refuseName() {
        name = "is too long (maximum is \(ScoresService.nameLimit) characters)"
    }

    /// Adds the error for a total beyond 64 bits.
    mutating func refuseTotal(isNegative: Bool) {
        total =
            isNegative
            ? "must be greater than or equal to \(Int.min)"
            : "must be less than or equal to \(Int.max)"
    }

    /// The errors, each with its member.
    var messages: [(member: String, message: String)] {
        [("name", name), ("total", total)].compactMap { member, message in
            message.map { (member: member, message: $0) }
        }
    }

    /// The errors as sentences.
    var sentences: [String] {
        [("Name", name), ("Total", total)].compactMap { member, message in
            message.map { "\(member) \($0)" }
        }
    }
}

/// Rails' messages for statuses.
enum RailsErrors {
    static func title(of status: Status) -> String {
        switch status {
        case .badRequest: "Bad Request"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .notAcceptable: "Not Acceptable"
        case .contentTooLarge: "Payload Too Large"
        case .unprocessableContent: "Unprocessable Entity"
        case .serviceUnavailable: "Service Unavailable"
        case .insufficientStorage: "Insufficient Storage"
        default: "Internal Server Error"
        }
    }

    static func json(_ status: Status) -> [UInt8] {
        Array(#"{"status":\#(status.code),"error":"\#(title(of: status))"}"#.utf8)
    }

    static func xml(_ status: Status) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <hash>
              <status type="integer">\(status.code)</status>
              <error>\(title(of: status))</error>
            </hash>

            """.utf8
        )
    }

    static func yaml(_ status: Status) -> [UInt8] {
        Array("---\n:status: \(status.code)\n:error: \(title(of: status))\n".utf8)
    }

    static func json(_ invalid: InvalidScore) -> [UInt8] {
        let members = invalid.messages.map { #""\#($0.member)":["\#($0.message)"]"# }
        return Array(("{" + members.joined(separator: ",") + "}").utf8)
    }

    static func xml(_ invalid: InvalidScore) -> [UInt8] {
        let errors = invalid.sentences.map { "  <error>\($0)</error>\n" }.joined()
        return Array((ScoreText.declaration + "<errors>\n" + errors + "</errors>\n").utf8)
    }
}
