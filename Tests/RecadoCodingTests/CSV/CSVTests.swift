// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Comma-separated values` {
    /// Reads CSV in pieces of `size` bytes; failures are given as the line and the error code.
    private func read(
        _ bytes: [UInt8],
        pieces size: Int = .max,
        _ csv: CSV = CSV()
    ) -> (records: [[String?]], failures: [String]) {
        var scanner = CSV.Scanner(csv)
        var records: [[String?]] = []
        var failures: [String] = []
        func take() {
            while true {
                do throws(CodingError) {
                    guard let record = try scanner.next() else { return }
                    var texts: [String?] = []
                    for index in 0..<record.count { texts.append(try record.text(at: index)) }
                    records.append(texts)
                } catch {
                    failures.append("\(error.line ?? 0) \(error.code.rawValue)")
                }
            }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            scanner.feed(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            take()
        }
        scanner.finish()
        take()
        return (records, failures)
    }

    private func read(_ text: String, pieces: Int = .max, _ csv: CSV = CSV()) -> [[String?]] {
        read(Array(text.utf8), pieces: pieces, csv).records
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `quotes, line ends, a BOM and blank lines are read however the input is split`(size: Int) {
        let text = "\u{FEFF}name,total\r\n\"Pe\"\"dro, J.\r\nSr\",1\n\n,\"\"\r a ,é\r\nlast,"
        let expected: [[String?]] = [
            ["name", "total"], ["Pe\"dro, J.\r\nSr", "1"], [nil, ""], [" a ", "é"], ["last", nil],
        ]
        let found = read(Array(text.utf8), pieces: size)
        #expect(found.records == expected)
        #expect(found.failures.isEmpty)
    }

    @Test func `the delimiter is detected in the first record, outside of quotes`() {
        #expect(read("a;b,c;d\n1;2;3")[0] == ["a", "b,c", "d"])
        #expect(read("a\tb\n1,2\t3")[1] == ["1,2", "3"])
        #expect(read("\"a;;;\",b\n1,2")[0] == ["a;;;", "b"])
        #expect(read("one\nline")[1] == ["line"])
        var csv = CSV()
        csv.delimiter = .tab
        #expect(read("a,b,c\td", pieces: 9, csv)[0] == ["a,b,c", "d"])
    }

    @Test(arguments: [1, 4, 1_000])
    func `a malformed record is reported with its line, and reading continues`(size: Int) {
        let text = "a,b\nx\"y,1\n\"x\"y,2\nok,3\n\"open,4\n"
        let found = read(Array(text.utf8), pieces: size)
        #expect(found.records == [["a", "b"], ["ok", "3"]])
        #expect(found.failures == ["2 malformed", "3 malformed", "5 malformed"])
    }

    @Test func `invalid UTF-8 is refused, and so is UTF-16`() {
        let latin = read([0x61, 0x0A, 0xE9, 0x0A, 0x62])
        #expect(latin.records == [["a"], ["b"]])
        #expect(latin.failures == ["2 malformed"])
        #expect(read([0xFF, 0xFE, 0x61, 0x00]).failures == ["1 malformed"])
    }

    @Test(arguments: [1, 3, 4, 1_000])
    func `only the first bytes of a file count as a byte order mark`(size: Int) throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x2C, 0x31]
        var scanner = CSV.Scanner()
        var records: [CSV.Record] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            scanner.feed(Array(bytes[start...].prefix(size)))
            if let record = try scanner.next() { records.append(record) }
        }
        scanner.finish()
        if let record = try scanner.next() { records.append(record) }
        #expect(records.map(\.count) == [2])
    }

    @Test func `a record with too many bytes or fields is refused, and reading continues`() {
        var csv = CSV()
        csv.limits.recordBytes = 10
        csv.limits.fields = 2
        let found = read(Array("a,b\n01234567890123,\n1,2,3\nc,d".utf8), pieces: 3, csv)
        #expect(found.records == [["a", "b"], ["c", "d"]])
        #expect(found.failures == ["2 tooLarge", "3 tooLarge"])
    }

    @Test(arguments: [1, 3, 1_000])
    func `the end of an oversized record is found however the input is split`(size: Int) {
        var csv = CSV()
        csv.limits.recordBytes = 10
        let marked = read(Array("a,b\n\"0123\n4567\n89\"\nc,d".utf8), pieces: size, csv)
        #expect(marked.records == [["a", "b"], ["c", "d"]])
        #expect(marked.failures == ["2 tooLarge"])
        // The delimiter is guessed from the first record, but only within the limit.
        let first = read(Array("aaaaaaaaaaaa;;,\nb,c".utf8), pieces: size, csv)
        #expect(first.records == [["b", "c"]])
        #expect(first.failures == ["1 tooLarge"])
        csv.limits.recordBytes = .max
        #expect(read("a,\"b\nc\"", pieces: size, csv) == [["a", "b\nc"]])
    }

    @Test func `written records are read back unchanged with every delimiter`() {
        let records: [[String?]] = [
            ["a,b", "\"", "\r\n", "", nil, " x "], ["\u{FEFF}", "é\0", ";", "\t", "''", nil],
        ]
        for delimiter in CSV.Delimiter.allCases {
            var csv = CSV()
            csv.delimiter = delimiter
            var bytes: [UInt8] = []
            for record in records { csv.encode(record, appendingTo: &bytes) }
            #expect(read(bytes, pieces: 5, csv).records == records)
        }
    }
}
