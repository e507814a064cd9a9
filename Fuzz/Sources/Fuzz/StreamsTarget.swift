// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Checks that a stream gives the same values however it is cut, and the same as the whole
/// document.
enum StreamsTarget {
    private struct Outcome: Equatable {
        var records: [JSON.Record] = []
        var failure: String?
    }

    static func read(_ input: [UInt8]) {
        let lines = alike(input) { JSON.LineScanner() }
        var strict = JSON.StreamOptions()
        (strict.refusesBlankLines, strict.valueBytes, strict.values) = (true, 20, 5)
        _ = alike(input) { JSON.LineScanner(options: strict) }
        _ = alike(input) { JSON.SequenceScanner() }
        _ = alike(input) { JSON.SequenceScanner(options: strict) }
        _ = alike(input) { JSON.ElementScanner(options: strict) }
        _ = alike(input) { JSON.ElementScanner(at: "a.b") }
        expectLines(lines, of: input)
        // A stream is UTF-8; a whole document may be UTF-16.
        guard !input.contains(0), !input.starts(with: [0xFE, 0xFF]),
            !input.starts(with: [0xFF, 0xFE])
        else { return }
        expectElements(alike(input) { JSON.ElementScanner() }, of: input)
    }

    /// Expects the lines to be those that splitting the input gives.
    private static func expectLines(_ lines: Outcome, of input: [UInt8]) {
        let blank: Set<UInt8> = [0x20, 0x09, 0x0D]
        let expected = input.split(separator: 0x0A).filter { !blank.isSuperset(of: $0) }
        expect(lines.records.map(\.bytes), expected.map { Array($0) }, "the lines differ")
    }

    /// Expects the elements to be those of the whole document, or both to be refused.
    private static func expectElements(_ elements: Outcome, of input: [UInt8]) {
        let values = elements.records.compactMap { try? JSON().value(from: $0.bytes) }
        let isAccepted = elements.failure == nil && values.count == elements.records.count
        let whole = (try? JSON().value(from: input))?.arrayValue
        if isAccepted {
            expect(whole, values, "the elements are not those of the document")
        } else {
            expect(whole, nil, "only the document is accepted: \(elements)")
        }
    }

    private static func alike<Scanner: RecordScanner<JSON.Record>>(
        _ input: [UInt8],
        _ scanner: () -> Scanner
    ) -> Outcome {
        let whole = outcome([input], scanner())
        for cut in cuts(of: input) {
            expect(outcome(cut, scanner()), whole, "pieces differ from the whole")
        }
        return whole
    }

    private static func outcome(
        _ pieces: [[UInt8]],
        _ scanner: some RecordScanner<JSON.Record>
    ) -> Outcome {
        var scanner = scanner
        var outcome = Outcome()
        do {
            for piece in pieces {
                scanner.feed(piece)
                while let record = try scanner.next() { outcome.records.append(record) }
            }
            try scanner.finish()
            while let record = try scanner.next() { outcome.records.append(record) }
        } catch {
            outcome.failure = "\(error.code) at \(error.line ?? 0)"
        }
        return outcome
    }
}
