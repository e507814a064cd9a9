// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoPQ
import RecadoStore

extension StoreError {
    /// Creates the error that the server returned.
    ///
    /// The server's message is kept if it names only tables, columns and words of the statement. A
    /// message that could show a value, which may be secret, is replaced.
    init(result: OpaquePointer, sql: String?) {
        let state = unsafe recado_pq_sqlstate(result).map { unsafe String(cString: $0) } ?? ""
        let message = unsafe recado_pq_message(result).map { unsafe String(cString: $0) }
        self.init(
            Self.code(ofState: state),
            state.hasPrefix("22")
                ? "a value was refused by its column or by a function"
                : message ?? "the server gave no reason",
            sql: sql,
            sqlState: state.isEmpty ? nil : state,
            constraint: state.hasPrefix("23") ? unsafe Self.constraint(of: result) : nil
        )
    }

    /// Creates the error of a failed connection attempt.
    ///
    /// - Parameter lines: libpq's message. If the server refused, the message has the SQLSTATE and
    ///   the position in the server's source: `FATAL:  53300: sorry, too many clients already` and
    ///   `LOCATION: …`. It has several such pairs if libpq tried several ways to connect.
    init(refusal lines: [String]) {
        var state: String?
        let words = lines.filter { !$0.hasPrefix("LOCATION:  ") }.map { line in
            let codes = line.ranges(of: ":  ").lazy.map { line[$0.upperBound...].prefix(7) }
            let code = codes.first {
                $0.hasSuffix(": ") && $0.dropLast(2).utf8.allSatisfy(Self.isOfCode)
            }
            guard let code else { return line }
            state = state ?? String(code.dropLast(2))
            return String(line[..<code.startIndex] + line[code.endIndex...])
        }
        self.init(.cannotOpen, words.joined(separator: "; "), sqlState: state)
    }

    private static func isOfCode(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// True if a server that refused may accept a connection soon, because it is starting or all of
    /// its connections are in use.
    var mayLetInSoon: Bool { sqlState == "57P03" || sqlState == "53300" }

    /// The SQLSTATE of a write in a read-only transaction, such as any transaction on a standby.
    static var readOnlyServer: String { "25006" }

    /// Creates the error of a commit that was sent but not answered.
    static func unknown(after error: StoreError) -> StoreError {
        StoreError(
            .commitUnknown,
            "the connection ended while the transaction was committed: \(error.message)",
            sqlState: error.sqlState
        )
    }

    /// The error of a commit that takes longer than its caller can wait.
    static var lateCommit: StoreError {
        StoreError(.commitUnknown, "the server has not answered to the commit so far")
    }

    private static func constraint(of result: OpaquePointer) -> String? {
        if let name = unsafe recado_pq_constraint(result) { return unsafe String(cString: name) }
        guard let table = unsafe recado_pq_table(result),
            let column = unsafe recado_pq_column(result)
        else { return nil }
        return unsafe String(cString: table) + "." + String(cString: column)
    }

    /// Returns the code for a SQLSTATE, or for its class if there is no code for the SQLSTATE
    /// itself.
    static func code(ofState state: String) -> Code {
        switch state {
        case "23505": .uniqueConstraint
        case "23503", "23001": .foreignKeyConstraint
        case "23514": .checkConstraint
        case "23502": .notNullConstraint
        case "25006": .readOnly
        case "25P03", "57014": .timedOut
        case "40001", "40P01": .serialization
        case "42P02", "25001", "25P01", "2D000", "42501": .misuse
        case "53100": .full
        case "53200": .outOfMemory
        case "55P03": .busy
        case "57P01", "57P02", "57P03", "57P05": .connectionLost
        case "58030": .inputOutput
        case "P0001": .otherConstraint
        case "XX001", "XX002": .corrupt
        default: code(ofClass: state.prefix(2))
        }
    }

    private static func code(ofClass prefix: Substring) -> Code {
        switch prefix {
        case "08": .connectionLost
        case "22", "23", "44": .otherConstraint
        case "0A", "26", "42", "3F": .statement
        case "28", "3D": .cannotOpen
        case "25", "0Z", "2F": .misuse
        case "40": .serialization
        case "53": .overloaded
        case "54": .tooLarge
        default: .other
        }
    }
}
