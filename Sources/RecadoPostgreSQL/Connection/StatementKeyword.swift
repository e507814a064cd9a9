// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The first two words of a statement, which reveal its kind.
struct StatementKeyword {
    /// The first word in capitals; empty if there is none.
    let word: String
    /// The second word in capitals; empty if there is none.
    let next: String

    init(_ sql: String) {
        var text = sql.utf8[...]
        Self.skipBlank(&text)
        word = Self.takeWord(&text)
        Self.skipBlank(&text)
        next = Self.takeWord(&text)
    }

    /// True if the statement is worth preparing; others, such as `CREATE`, run once and have no
    /// plan.
    var isRepeated: Bool {
        switch word {
        case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES", "MERGE": true
        default: false
        }
    }

    /// True if the statement may run inside a transaction of the store.
    ///
    /// Statements that would end the transaction, or leave state behind on a connection that others
    /// use next, are not allowed.
    var isAllowed: Bool {
        switch word {
        case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE",
            "PREPARE", "EXECUTE", "DEALLOCATE", "DISCARD", "COPY", "LISTEN", "UNLISTEN", "LOAD",
            "RESET":
            false
        case "SET": next == "LOCAL" || next == "CONSTRAINTS"
        default: true
        }
    }

    func check(_ sql: String) throws(StoreError) {
        guard !word.isEmpty || sql.utf8.contains(UInt8(ascii: "(")) else {
            throw StoreError(.misuse, "the statement is empty", sql: sql)
        }
        guard isAllowed else {
            throw StoreError(.misuse, "\(word) is not allowed inside a transaction", sql: sql)
        }
    }

    // MARK: - Scanning

    private static func takeWord(_ text: inout Substring.UTF8View) -> String {
        var word: [UInt8] = []
        while let byte = text.first, isLetter(byte) {
            word.append(byte & 0xDF)
            text.removeFirst()
        }
        return String(decoding: word, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    /// Skips white space, semicolons and comments, which may be nested.
    private static func skipBlank(_ text: inout Substring.UTF8View) {
        while let byte = text.first {
            if byte <= 0x20 || byte == UInt8(ascii: ";") {
                text.removeFirst()
            } else if text.starts(with: "--".utf8) {
                text = text.drop { $0 != UInt8(ascii: "\n") }
            } else if text.starts(with: "/*".utf8) {
                skipComment(&text)
            } else {
                return
            }
        }
    }

    private static func skipComment(_ text: inout Substring.UTF8View) {
        var depth = 0
        repeat {
            if text.starts(with: "/*".utf8) {
                depth += 1
                text.removeFirst(2)
            } else if text.starts(with: "*/".utf8) {
                depth -= 1
                text.removeFirst(2)
            } else if !text.isEmpty {
                text.removeFirst()
            }
        } while depth > 0 && !text.isEmpty
    }
}
