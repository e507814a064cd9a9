// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `Parity with Foundation for collections` {
    @Test func `nested arrays are coded alike`() {
        expectAgreement(
            on: [[[Int]]].self,
            valid: ["[]", "[[]]", "[[[1],[]],[],[[2,3]]]"],
            broken: [#"[[[1,"2"]]]"#, "[[1]]", "[null]", "{}", "[[[null]]]"]
        )
        expectRoundTrips([[], [[]], [[[1], []], [], [[2, 3]]]] as [[[[Int]]]])
        expectRoundTrips([[["a"], []], []] as [[[String]]])
        expectRoundTrips([[[0.5, -1], []], []] as [[[Double]]])
    }

    @Test func `arrays of scalars are decoded alike`() {
        expectAgreement(on: [Bool].self, valid: ["[true,false]"], broken: ["[1]", #"["true"]"#])
        expectAgreement(on: [String].self, valid: [#"["a",""]"#], broken: [#"["a",1]"#, "[null]"])
        expectAgreement(
            on: [Double].self,
            valid: ["[1,2.5]"],
            broken: [#"[1,"2"]"#, "[true]"],
            unplaced: [("[1,1e999]", "/1")]
        )
        expectAgreement(
            on: [Int].self,
            valid: ["[1,-2]"],
            broken: [#"[1,"2"]"#, "[[]]"],
            unplaced: [("[1,2.5]", "/1"), ("[1e19]", "/0")]
        )
        expectAgreement(
            on: [UInt8].self,
            valid: ["[0,255]"],
            broken: [#""AA==""#],
            unplaced: [("[0,256]", "/1")]
        )
    }

    @Test func `sets and contiguous arrays are coded alike`() {
        expectAgreement(
            on: Set<String>.self,
            valid: [#"["a","b","a"]"#, "[]"],
            broken: [#"["a",1]"#, "{}", "null"]
        )
        expectRoundTrips([Set(["a"]), []])
        expectAgreement(
            on: ContiguousArray<Int?>.self,
            valid: ["[1,null,3]"],
            broken: [#"[1,"x"]"#, "{}"]
        )
        expectRoundTrips([ContiguousArray([1, nil]), []])
    }

    @Test func `ranges are coded alike`() {
        expectAgreement(
            on: Range<Int>.self,
            valid: ["[1,5]", "[1,1]", "[1,5,9]"],
            broken: ["[5,1]", #"["1",5]"#, "{}", "null"]
        )
        expectRoundTrips([1..<5, 0..<0])
        expectAgreement(
            on: ClosedRange<Double>.self,
            valid: ["[0.5,1]"],
            broken: ["[1,0]", #"[1,"x"]"#]
        )
        expectRoundTrips([0.5...1])
    }

    @Test func `long arrays of models are coded alike`() {
        struct Row: Codable, Equatable {
            var a: Int
            var b: String
            var c: [Double]
        }
        let rows = (0..<300).map { Row(a: $0, b: "row \($0)", c: [Double($0) / 7]) }
        expectRoundTrips([rows])
        let text = theirWriting(rows).description
        expectAgreement(
            on: [Row].self,
            valid: [text],
            broken: [
                text.replacingOccurrences(of: #""row 299""#, with: "299"),
                text.replacingOccurrences(of: #""a":150"#, with: #""x":150"#),
                text.replacingOccurrences(of: #""a":150"#, with: #""a":null"#),
            ]
        )
    }

    @Test func `documents over 1 MiB, read in parts, are decoded alike`() {
        let rows = (0..<36_000).map { #"{"index":\#($0),"name":"row \#($0)"}"# }
        let text = "[" + rows.joined(separator: ",") + "]"
        #expect(text.utf8.count > 1 << 20)
        struct Row: Decodable, Equatable {
            var index: Int
            var name: String?
        }
        for document in [
            text, text.replacingOccurrences(of: #""index":35990,"#, with: ""),
            text.replacingOccurrences(of: #""row 25000""#, with: "true"),
            text.replacingOccurrences(of: #":31000,"#, with: ":null,"),
        ] {
            let theirs = theirOutcome([Row].self, document)
            let ours = Outcome { try JSON().decode([Row].self, from: document) }
            #expect(ours.refusal == theirs.refusal)
            #expect(ours == theirs, "\(ours.refusal?.description ?? "the rows differ")")
        }
    }
}
