// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The ID of an exchange, in the field X-Request-Id and in logs.
enum RequestID {
    /// The most characters of an ID that comes with a request.
    static let longest = 64

    /// Returns the ID that a proxy or another service has set in a request, or else a new ID.
    static func of(_ request: Request) -> String {
        if let own = request.fields[.requestID], isUsable(own) { return own }
        return make()
    }

    /// True if an ID is safe to write into a log and to send back.
    private static func isUsable(_ text: String) -> Bool {
        let bytes = text.utf8
        return (1...longest).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// A random start that distinguishes processes, and a counter.
    private final class Numbers: Sendable {
        private let start = UInt64.random(in: 0..<1 << 60)
        private let count = Atomic<UInt64>(0)

        var next: UInt64 { start &+ count.add(1, ordering: .relaxed).newValue }
    }

    private static let numbers = PerProcess { Numbers() }

    /// Sets the ID of an answer to that of its request.
    static func mark(_ answer: inout Fields, after request: Request) {
        let name = FieldName.requestID
        guard !request.fields.contains(name), !answer.contains(name) else {
            answer[name] = of(request)
            return
        }
        answer.append(plain: makeBytes().span, to: name)
    }

    /// Makes an ID of twelve characters, short enough for a string to store inline.
    static func make() -> String {
        unsafe makeBytes().span.withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }

    /// Makes the bytes of an ID: consecutive numbers, scattered by a multiplication that maps no
    /// two of them to the same number.
    private static func makeBytes() -> InlineArray<12, UInt8> {
        var rest = numbers.value.next &* 0x9E37_79B9_7F4A_7C15 & (1 << 60 - 1)
        let digits = digits.span
        return InlineArray { _ in
            defer { rest >>= 5 }
            return digits[Int(rest & 31)]
        }
    }

    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
