// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A hash in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`.
///
/// Only the exact spelling that argon2id writes is accepted, because nobody has an honest reason to
/// spell the same hash differently.
struct EncodedHash: Sendable, Hashable {
    /// The maximum length in bytes, checked first so that even a very long text is refused cheaply.
    private static var longest: Int { 256 }

    let cost: PasswordHasher.Cost
    let salt: [UInt8]
    let tag: [UInt8]

    init(cost: PasswordHasher.Cost, salt: [UInt8], tag: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.tag = tag
    }

    init(_ text: String) throws(PasswordError) {
        guard text.utf8.count <= Self.longest else { throw .malformedHash("its length") }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty else { throw .malformedHash("its parts") }
        guard parts[1] == "argon2id" else { throw .malformedHash("its name") }
        // Version 1.3, which RFC 9106 defines.
        guard parts[2] == "v=19" else { throw .malformedHash("its version") }
        cost = try Self.cost(parts[3])
        guard let salt = Base64.decode(parts[4], padding: false), (8...64).contains(salt.count)
        else {
            throw .malformedHash("its salt")
        }
        guard let tag = Base64.decode(parts[5], padding: false), (16...64).contains(tag.count)
        else {
            throw .malformedHash("its tag")
        }
        self.salt = salt
        self.tag = tag
    }

    var text: String {
        "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=\(cost.lanes)"
            + "$\(Base64.encode(salt, padding: false))$\(Base64.encode(tag, padding: false))"
    }

    private static func cost(_ text: Substring) throws(PasswordError) -> PasswordHasher.Cost {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        guard pieces.count == 3,
            let memory = number(pieces[0], after: "m="),
            let passes = number(pieces[1], after: "t="),
            let lanes = number(pieces[2], after: "p=")
        else { throw .malformedHash("its parameters") }
        guard let cost = PasswordHasher.Cost(memory: memory, passes: passes, lanes: lanes) else {
            // These are the lowest values that argon2 allows. A hash with lower values is
            // malformed; every other hash that is refused here costs too much.
            guard lanes >= 1, passes >= 1, memory / 8 >= lanes else {
                throw .malformedHash("its parameters")
            }
            throw .excessiveCost
        }
        return cost
    }

    /// Reads a decimal number; `nil` unless it is spelled as argon2 writes it, without a sign or
    /// leading zeros.
    private static func number(_ text: Substring, after name: String) -> Int? {
        guard text.hasPrefix(name) else { return nil }
        let digits = text.utf8.dropFirst(name.utf8.count)
        guard (1...10).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
