// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCoding

@Suite(.timeLimit(.minutes(1))) struct `Input buffer of a stream` {
    private func window(
        _ maximumBytes: Int = .max,
        lines: StreamLocation.LineEnds = .none
    ) -> ByteWindow {
        ByteWindow(maximumBytes: maximumBytes, of: "a value", lines: lines)
    }

    /// Returns the records of a stream that comes in pieces of `size` bytes, each with its offset.
    private func records(_ text: String, size: Int) -> [(text: String, offset: Int)] {
        var window = window()
        var records: [(text: String, offset: Int)] = []
        func take(isLast: Bool) {
            while let record = window.record(before: 0x2C, isLast: isLast) {
                let text = String(decoding: window.bytes[record], as: UTF8.self)
                records.append((text, window.offset(of: record.lowerBound)))
                window.drop(to: record.upperBound + 1)
            }
        }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            window.append(Array(bytes[start...].prefix(size)))
            take(isLast: false)
        }
        take(isLast: true)
        #expect(window.isEmpty)
        return records
    }

    @Test func `records and their offsets are the same however the input is split`() {
        let text = "one,,three,\(String(repeating: "x", count: 50)),é,"
        for size in 1...text.utf8.count {
            let found = records(text, size: size)
            let texts = ["one", "", "three", String(repeating: "x", count: 50), "é"]
            #expect(found.map(\.text) == texts, "pieces of \(size)")
            #expect(found.map(\.offset) == [0, 4, 5, 11, 62], "pieces of \(size)")
        }
        #expect(records("a,b", size: 1).map(\.text) == ["a", "b"])
        #expect(records("", size: 1).isEmpty)
    }

    @Test func `no byte is searched twice`() {
        var window = window()
        for count in 1...100 {
            window.append([0x78])
            #expect(window.record(before: 0x2C, isLast: false) == nil)
            #expect(window.scanned == count && window.start == 0)
        }
        window.append([0x2C, 0x78])
        #expect(window.record(before: 0x2C, isLast: false) == 0..<100)
        window.drop(to: 101)
        #expect(window.start == 101 && window.scanned == 101 && window.end == 102)
    }

    @Test(arguments: [1, 7, 1_000, 1 << 16])
    func `memory is limited to about one record and one piece of input`(_ size: Int) {
        var window = window()
        let piece = [UInt8](repeating: 0x78, count: size)
        var most = 0
        for _ in 0..<max(4, 100_000 / size) {
            window.append(piece)
            while window.end - window.start >= 10 { window.drop(to: window.start + 10) }
            most = max(most, window.bytes.capacity)
        }
        #expect(most <= 1 << 14 + 2 * size)
        #expect(window.offset(of: window.end) == max(4, 100_000 / size) * size)
    }

    @Test func `memory of a large record is released`() {
        var window = window()
        for _ in 0..<1_000 { window.append([UInt8](repeating: 0x78, count: 1_000)) }
        window.drop(to: window.end - 1)
        window.append([0x78])
        #expect(window.bytes == [0x78, 0x78] && window.bytes.capacity < 1 << 14)
        #expect(window.offset(of: window.start) == 999_999)
    }

    @Test func `bytes are moved only after half of them were dropped`() {
        var window = window()
        window.append([UInt8](repeating: 0x78, count: 100_000))
        window.drop(to: 49_999)
        #expect(!window.isCompactionDue)
        window.drop(to: 50_000)
        #expect(window.isCompactionDue)
        window.append([0x79])
        #expect(window.start == 0 && window.end == 50_001)
        window.drop(to: 50_000)
        window.append([0x79])
        #expect(window.bytes == [0x79, 0x79])
    }

    @Test func `bytes to be kept stay at the front after compaction`() {
        var window = window()
        window.append(Array("name,rest".utf8))
        window.drop(to: 5)
        #expect(window.compact(keeping: Array("name".utf8)) == 1)
        #expect(window.bytes == Array("namerest".utf8) && window.start == 4)
        #expect(window.offset(of: window.start) == 5)
        window.append(Array("!".utf8))
        window.drop(to: window.end)
        window.append(Array("more".utf8))
        #expect(
            window.bytes.starts(with: Array("name".utf8)) && window.offset(of: window.end) == 14
        )
    }

    @Test func `taken bytes are returned and removed`() {
        var window = window()
        window.append([1, 2, 3])
        #expect(window.take(0..<3) == [1, 2, 3])
        #expect(window.bytes.isEmpty && window.offset(of: window.end) == 3)
        window.append([4, 5, 6])
        #expect(window.take(0..<2) == [4, 5])
        #expect(window.start == 2 && window.take(2..<3) == [6] && window.isEmpty)
        #expect(window.offset(of: window.end) == 6)
    }

    @Test func `a record beyond the limit is refused with its location`() throws {
        var window = window(3, lines: .feeds)
        window.append(Array("ab\nabc\nabcd".utf8))
        window.drop(to: 3)
        try window.check(3..<6)
        let failure = #expect(throws: CodingError.self) { try window.check(7..<11) }
        #expect(
            failure?.code == .tooLarge && failure?.message == "expected at most 3 bytes in a value"
        )
        #expect(failure?.line == 3 && failure?.column == 1 && failure?.offset == 7)
    }

    // MARK: - Searches

    @Test func `a complete delimiter is found, and a partial one at the end of the buffer`() {
        let wanted = Array("\r\n--x".utf8)
        for (text, index, isWhole) in [
            ("abc", 3, false), ("abc\r", 3, false), ("a\r\n--xb", 1, true), ("\r\r\n--x", 1, true),
            ("\r\n-\r\n--", 3, false), ("\r\n-x\r\n--x", 4, true), ("", 0, false),
        ] {
            var window = window()
            window.append(Array(text.utf8))
            let found = window.find(wanted)
            #expect(found.index == index && found.isWhole == isWhole, "\(text.debugDescription)")
        }
    }

    // MARK: - Locations

    @Test(arguments: [StreamLocation.LineEnds.feeds, .any])
    func `line and column are the same wherever bytes are dropped`(
        _ lines: StreamLocation.LineEnds
    ) {
        let bytes = Array("é\r\n\rab\n\n\u{1F3AC}x\r\r\ny".utf8)
        for cut in 0...bytes.count {
            for end in cut...bytes.count {
                var whole = StreamLocation(lines: lines)
                whole.advance(over: bytes[..<end])
                var window = window(lines: lines)
                window.append(Array(bytes[..<cut]))
                window.drop(to: cut)
                window.append(Array(bytes[cut...]))
                let found = window.location(of: end - cut)
                #expect(found == whole, "\(cut) and \(end)")
            }
        }
    }

    @Test func `lines are counted by the line ends of the format`() {
        let bytes = Array("a\rb\r\nc\n\u{E9}d".utf8)
        let ends: [(StreamLocation.LineEnds, Int, Int)] = [
            (.feeds, 3, 2), (.any, 4, 2), (.none, 1, 0),
        ]
        for (lines, line, column) in ends {
            var location = StreamLocation(lines: lines)
            location.advance(over: bytes[...])
            #expect(location.line == line && location.column == column, "\(lines)")
            #expect(location.offset == bytes.count)
        }
    }
}
