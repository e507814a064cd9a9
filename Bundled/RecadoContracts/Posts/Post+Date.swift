// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Post {
    /// The time at which the post was written, in Unix time.
    ///
    /// The time is read from the first eight digits of the identifier, as in MongoDB. It is `nil`
    /// if the identifier has another form, or contains a time before 2009, the year of MongoDB's
    /// first release.
    public var creationTime: Int64? {
        let digits = id.utf8
        guard digits.count == 24, digits.allSatisfy(Self.isHexadecimal) else { return nil }
        guard let seconds = Int64(id.prefix(8), radix: 16), seconds >= Self.earliest else {
            return nil
        }
        return seconds
    }

    /// The earliest time that is accepted: 2009-01-01 00:00:00 UTC.
    private static let earliest: Int64 = 1_230_768_000

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
