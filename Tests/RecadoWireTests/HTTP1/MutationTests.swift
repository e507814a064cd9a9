// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Testing

/// A generator whose numbers are the same in every run.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// Tests messages with random changes.
@Suite struct `Randomly changed messages` {
    /// The bytes that are inserted, or that replace others.
    private static let pieces: [[UInt8]] = [
        "\r", "\n", "\r\n", "\r\n\r\n", "\0", " ", "\t", ":", ",", ";", "0", "1", "f", "\u{B}",
        "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "\u{7F}", "é", "chunked",
        "0\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "\r\n ",
    ].map { Array($0.utf8) }

    private static func changed(_ bytes: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            let start = Int.random(in: 0...bytes.count, using: &numbers)
            let end = min(bytes.count, start + Int.random(in: 0...3, using: &numbers))
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &numbers)]
            bytes.replaceSubrange(start..<end, with: piece)
        }
        return bytes
    }

    private static func cuts(_ count: Int, _ numbers: inout Numbers) -> [Int] {
        (0..<3).map { _ in Int.random(in: 0...count, using: &numbers) }.sorted()
    }

    private static func pieces(of bytes: [UInt8], _ cuts: [Int]) -> [ArraySlice<UInt8>] {
        let ends = cuts + [bytes.count]
        return zip([0] + cuts, ends).map { bytes[$0..<$1] }
    }

    @Test func `a request is parsed the same wherever its bytes are split (rule H3)`() {
        var numbers = Numbers(state: 0x9E37_79B9_7F4A_7C15)
        for sample in `Request rules`.taken {
            for _ in 0..<150 {
                let bytes = Self.changed(Array(sample.text.utf8), &numbers)
                let expected = read(bytes)
                var reader = PiecewiseReader()
                let cuts = Self.cuts(bytes.count, &numbers)
                for piece in Self.pieces(of: bytes, cuts) { reader.give(piece) }
                #expect(reader.reading == expected, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test func `a response is parsed the same wherever its bytes are split (rule H3)`() {
        var numbers = Numbers(state: 0x2545_F491_4F6C_DD1D)
        for sample in `Response rules`.whole {
            for _ in 0..<150 {
                let bytes = Self.changed(Array(sample.text.utf8), &numbers)
                var whole = PiecewiseResponseReader(answering: sample.method)
                whole.give(bytes)
                var cut = PiecewiseResponseReader(answering: sample.method, isDirect: true)
                let cuts = Self.cuts(bytes.count, &numbers)
                for piece in Self.pieces(of: bytes, cuts) { cut.give(piece) }
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(cut.reading == whole.reading, "\(text.debugDescription)")
            }
        }
    }

    @Test func `parsed field values contain no control characters (rule H9)`() {
        var numbers = Numbers(state: 0xD1B5_4A32_D192_ED03)
        var count = 0
        for sample in `Response rules`.whole {
            for _ in 0..<100 {
                let bytes = Self.changed(Array(sample.text.utf8), &numbers)
                var reader = ResponseReader(limits: MessageLimits(head: 65_536))
                reader.begin(answering: sample.method)
                var content: [UInt8] = []
                var used = 0
                let event = reader.receive(bytes.span, into: &content, used: &used)
                guard case .head(let head) = event else { continue }
                for field in head.fields {
                    count += 1
                    #expect(Fields.isValid(field.value))
                    #expect(Token.isValid(field.name.rawName))
                }
            }
        }
        #expect(count > 200)
    }

    @Test func `an accepted request is parsed the same without later bytes (rule R1)`() {
        var numbers = Numbers(state: 0x94D0_49BB_1331_11EB)
        var count = 0
        for sample in `Request rules`.taken {
            for _ in 0..<100 {
                let bytes = Self.changed(Array(sample.text.utf8), &numbers)
                let all = read(bytes)
                guard let first = all.requests.first else { continue }
                // The shortest prefix that contains a request contains just the first one.
                let end = (1...bytes.count).first { !read(Array(bytes[..<$0])).requests.isEmpty }
                guard let end else { continue }
                count += 1
                #expect(read(Array(bytes[..<end])).requests == [first])
                let rest = read(Array(bytes[end...]))
                #expect(rest.requests == Array(all.requests.dropFirst()))
                #expect(rest.failure == all.failure)
            }
        }
        #expect(count > 200)
    }
}
