// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

/// An enum whose cases have payloads of all forms.
private enum Event: Codable, Equatable {
    case start
    case moved(Int)
    case sized(width: Double, height: Double?)
    case mixed(String, label: [Int], Bool)
    case nested(Mark)
    case defaulted(count: Int = 7)
    indirect case both(Event, Event)

    enum Mark: String, Codable { case a, b }
}

/// An enum with other names for cases and payloads in the document.
private enum Renamed: Codable, Equatable {
    case first(value: Int)
    case second

    enum CodingKeys: String, CodingKey {
        case first = "1st"
        case second = "2nd"
    }

    enum FirstCodingKeys: String, CodingKey { case value = "the value" }
}

private enum Word: String, Codable, CaseIterable {
    case plain
    case escaped = "a \"b\"\n/"
    case accented = "é"
    case empty = ""
}

private enum Number: Int8, Codable, CaseIterable {
    case low = -128
    case zero = 0
    case high = 127
}

private enum Size: Double, Codable, CaseIterable {
    case half = 0.5
    case whole = 1
}

@Suite struct `Parity with Foundation for enums` {
    @Test func `payloads of all forms are decoded alike`() {
        expectAgreement(
            on: Event.self,
            valid: [
                #"{"start":{}}"#, #"{"start":{"x":1}}"#, #"{"moved":{"_0":5}}"#,
                #"{"sized":{"width":1,"height":2.5}}"#, #"{"sized":{"width":1}}"#,
                #"{"sized":{"width":1,"height":null}}"#, #"{"start":{},"unknown":1}"#,
                #"{"mixed":{"_0":"x","label":[1,2],"_2":true}}"#, #"{"nested":{"_0":"b"}}"#,
                #"{"defaulted":{"count":3}}"#,
                #"{"both":{"_0":{"start":{}},"_1":{"moved":{"_0":1}}}}"#,
                #"{"both":{"_1":{"start":{}},"_0":{"both":{"_0":{"start":{}},"#
                    + #""_1":{"moved":{"_0":2}}}}}}"#,
            ],
            broken: [
                "{}", #"{"stop":{}}"#, #"{"start":{},"moved":{"_0":1}}"#, #"{"moved":{}}"#,
                #"{"moved":5}"#, #"{"moved":{"_0":"5"}}"#, #"{"moved":{"_0":null}}"#,
                #"{"sized":{"height":1}}"#, #"{"sized":null}"#, #"{"start":null}"#,
                #"{"mixed":{"_0":"x","label":[1,"2"],"_2":true}}"#, #"{"nested":{"_0":"c"}}"#,
                #"{"both":{"_0":{"start":{}},"_1":{"moved":{}}}}"#, #""start""#, "[]", "null",
            ]
        )
    }

    @Test func `payloads of all forms are encoded alike`() {
        expectRoundTrips([
            Event.start, .moved(-3), .sized(width: 0.1, height: nil), .sized(width: 2, height: 3),
            .mixed("/", label: [], false), .nested(.a), .defaulted(),
            .both(.both(.start, .moved(1)), .sized(width: 1, height: 1)),
        ])
    }

    @Test func `custom names of cases and payloads are coded alike`() {
        expectAgreement(
            on: Renamed.self,
            valid: [#"{"1st":{"the value":1}}"#, #"{"2nd":{}}"#],
            broken: [#"{"first":{"value":1}}"#, #"{"1st":{"value":1}}"#, #"{"1st":[1]}"#]
        )
        expectRoundTrips([Renamed.first(value: 2), .second])
    }

    @Test func `string raw values are coded alike`() {
        expectAgreement(
            on: Word.self,
            valid: [#""plain""#, #""a \"b\"\n/""#, #""a \u0022b\u0022\u000a\/""#, #""é""#, "\"\""],
            broken: [#""Plain""#, "1", "null", "{}", #""plain "#, #"["plain"]"#]
        )
        expectRoundTrips(Word.allCases)
        expectAgreement(
            on: [Word: Int].self,
            valid: [#"["plain",1,"é",2]"#, "[]"],
            broken: [#"["plain"]"#, #"["plain",1,"x",2]"#, #"{"plain":1}"#]
        )
    }

    @Test func `numeric raw values are coded alike`() {
        expectAgreement(
            on: Number.self,
            valid: ["-128", "0", "127", "-0", "127.0", "1.27e2"],
            broken: ["1", #""0""#, "true", "null"],
            unplaced: [("128", ""), ("-129", ""), ("0.5", ""), ("1e400", "")]
        )
        expectRoundTrips(Number.allCases)
        expectAgreement(on: Size.self, valid: ["0.5", "1", "5e-1"], broken: ["2", "null", "[]"])
        expectRoundTrips(Size.allCases)
    }

    @Test func `decoding Never is refused alike`() {
        expectAgreement(on: Never.self, valid: [], broken: ["{}", "null", #"{"a":{}}"#])
    }

    @Test func `optional enums in arrays and dictionaries are coded alike`() {
        expectAgreement(
            on: [Word?].self,
            valid: [#"["plain",null]"#],
            broken: [#"["plain",1]"#, #"["x"]"#]
        )
        expectRoundTrips([["a": Event.start, "b": nil], [:]] as [[String: Event?]])
    }
}
