// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Score {
    /// The time at which the score was added, in Unix time.
    ///
    /// `nil` if ``createdAt`` does not have the form `2012-09-24T08:15:13Z`.
    public var creationTime: Int64? {
        let bytes = Array(createdAt.utf8)
        guard bytes.count == 20, bytes.enumerated().allSatisfy(Self.fits) else { return nil }
        let numbers = createdAt.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        return HTTPDate(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        )?.secondsSince1970
    }

    /// The form, in which each 0 stands for a digit.
    private static let form = Array("0000-00-00T00:00:00Z".utf8)

    private static func fits(_ index: Int, _ byte: UInt8) -> Bool {
        let zero = UInt8(ascii: "0")
        return form[index] == zero ? (zero...UInt8(ascii: "9")).contains(byte) : form[index] == byte
    }
}
