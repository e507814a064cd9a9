// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A page in the text format of Prometheus, version 0.0.4.
struct Exposition {
    enum Kind: String, Sendable { case counter, gauge, histogram }

    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// True if a text is a valid metric name.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.count <= 200
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A: true
                default: false
                }
            }
    }

    /// Begins a metric; its samples follow.
    mutating func begin(_ name: String, _ kind: Kind, help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n"
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample.
    mutating func add(_ name: String, _ labels: [(String, String)] = [], value: Double) {
        add(name, labels, text: Self.number(value))
    }

    /// Adds a sample whose value is a whole number, written exactly.
    mutating func add(_ name: String, _ labels: [(String, String)] = [], count: UInt64) {
        add(name, labels, text: String(count))
    }

    private mutating func add(_ name: String, _ labels: [(String, String)], text value: String) {
        text += name
        if !labels.isEmpty {
            let list = labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
            text += "{\(list.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        let isWhole = value.rounded() == value && value.magnitude < 1e15
        return isWhole ? String(Int64(value)) : String(value)
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\"" where quotes: output += "\\\""
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
