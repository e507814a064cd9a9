// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Multipart {
    /// The value of a Content-Disposition field, as browsers and older programs write it.
    ///
    /// Browsers escape `"` as `%22` and leave backslashes alone (WHATWG HTML, "multipart/form-data
    /// encoding algorithm"); older programs write `\"`. So a backslash is an ordinary character
    /// unless it precedes a quotation mark that cannot be the closing one.
    struct Disposition {
        /// The type in lower case: `form-data`.
        var type = ""
        var name: String?
        var filename: String?

        init() {}

        /// Reads the value of a field.
        ///
        /// - Parameter text: The value; `nil` is returned if it is invalid or ambiguous.
        init?(_ text: String) {
            var scanner = FieldScanner(text)
            scanner.skipBlanks()
            guard let type = scanner.token() else { return nil }
            self.type = type.lowercased()
            var seen: Set<String> = []
            var extended: String?
            while true {
                scanner.skipBlanks()
                if scanner.isAtEnd { break }
                guard scanner.consume(";") else { return nil }
                scanner.skipBlanks()
                if scanner.isAtEnd || scanner.next == UInt8(ascii: ";") { continue }
                guard let key = scanner.token()?.lowercased(), scanner.consume("="),
                    let value = Self.value(&scanner),
                    // A repeated parameter is refused, as programs disagree on its value.
                    seen.insert(key).inserted
                else { return nil }
                switch key {
                case "name": name = Self.unescaped(value)
                case "filename": filename = Self.unescaped(value)
                case "filename*": extended = ExtendedValue.text(of: value)
                default: break
                }
            }
            filename = extended ?? filename
        }

        private static func value(_ scanner: inout FieldScanner) -> String? {
            guard scanner.consume("\"") else {
                let bytes = scanner.take { $0 != UInt8(ascii: ";") && $0 > 0x20 }
                return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            }
            var content: [UInt8] = []
            while true {
                content += scanner.take { $0 != UInt8(ascii: "\"") }
                guard scanner.consume("\"") else { return nil }
                guard content.last == UInt8(ascii: "\\") else { break }
                var ahead = scanner
                ahead.skipBlanks()
                if ahead.isAtEnd || ahead.next == UInt8(ascii: ";") { break }
                content[content.count - 1] = UInt8(ascii: "\"")
            }
            return String(decoding: content, as: UTF8.self)
        }

        /// Returns the text without the three escapes that browsers write; any other `%` is an
        /// ordinary character.
        private static func unescaped(_ text: String) -> String {
            guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
            let bytes = Array(text.utf8)
            var output: [UInt8] = []
            var index = 0
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "%"),
                    let byte = PercentEncoding.escape(in: bytes.span, at: index),
                    byte == UInt8(ascii: "\"") || byte == 0x0D || byte == 0x0A
                {
                    output.append(byte)
                    index += 3
                } else {
                    output.append(bytes[index])
                    index += 1
                }
            }
            return String(decoding: output, as: UTF8.self)
        }
    }
}
