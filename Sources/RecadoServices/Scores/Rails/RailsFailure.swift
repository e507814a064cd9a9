// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP

/// What keeps a request from being answered.
enum RailsFailure: Error {
    /// A status without further words.
    case status(Status)
    /// A total beyond 64 bits; what was asked for is kept for the form.
    case invalid(TotalBeyondLimits)
}

/// A total that no column holds, with what else was said.
struct TotalBeyondLimits: Sendable {
    let isNegative: Bool
    let fields: ScoreFields

    /// What is wrong with it, in Rails' words.
    var message: String {
        isNegative
            ? "must be greater than or equal to \(Int.min)"
            : "must be less than or equal to \(Int.max)"
    }
}

/// The words that Rails has for statuses.
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

    static func json(_ invalid: TotalBeyondLimits) -> [UInt8] {
        Array(#"{"total":["\#(invalid.message)"]}"#.utf8)
    }

    static func xml(_ invalid: TotalBeyondLimits) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <errors>
              <error>Total \(invalid.message)</error>
            </errors>

            """.utf8
        )
    }
}
