// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Testing

@Suite
struct `Sets of status codes` {
    @Test
    func `a set combines codes, ranges and classes`() {
        let set: StatusSet = [.success, 304, .codes(400...404), .status(.conflict)]
        let codes = [199, 200, 299, 300, 303, 304, 305, 400, 404, 405, 409, 999]
        let found = codes.filter { code in Status(code).map(set.contains) == true }
        #expect(found == [200, 299, 304, 400, 404, 409])
    }

    private func text(_ set: StatusSet) -> String { set.description }

    @Test
    func `the description lists the ranges in ascending order`() {
        #expect(text([]) == "")
        #expect(text([404]) == "404")
        #expect(text([.success, 300]) == "200-300")
        #expect(text([500, .codes(400...499), 404]) == "400-500")
        #expect(text(.all) == "100-999")
    }

    @Test
    func `numbers that are not status codes are ignored`() {
        #expect(text([42, 1000, .codes(10...20)]) == "")
        #expect(text([.codes(-5...1200)]) == "100-999")
        #expect(text(.codes(Int.min...Int.max)) == "100-999")
    }

    @Test
    func `sets of the same status codes are equal`() {
        let halves: StatusSet = [.codes(200...250), .codes(251...299)]
        #expect(halves == StatusSet.success)
        let both: StatusSet = [404, .success]
        #expect(StatusSet.success.union(StatusSet(.notFound)) == both)
    }
}
