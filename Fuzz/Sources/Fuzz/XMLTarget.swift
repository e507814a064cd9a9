// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Checks that all readers agree on whether input is a document, and that its value survives being
/// written and read again.
enum XMLTarget {
    static func read(_ input: [UInt8]) {
        var subset = XML()
        subset.doctype = .internalSubset
        // Tests cover amplification; here it would only take time.
        subset.limits.amplificationThreshold = 1 << 14
        var plain = subset
        plain.namespaces = .ignore
        let isAccepted = isAlike(input, XML())
        let isWithSubset = isAlike(input, subset)
        let isPlain = isAlike(input, plain)
        if isAccepted, !isWithSubset { fail("refused only where more is allowed") }
        if isWithSubset, !isPlain { fail("refused only without namespaces") }
        if isAccepted { writeAgain(input) }
        _ = try? subset.decode(Untidy.self, from: input)
    }

    /// Returns whether a document is accepted, after checking that events and tree agree.
    private static func isAlike(_ input: [UInt8], _ xml: XML) -> Bool {
        let pulled = failure { () throws(CodingError) in
            var reader = try xml.reader(of: input)
            while try reader.next() != nil {}
        }
        let tree = failure { _ = try xml.value(from: input) }
        expect(tree, pulled, "tree and events differ")
        return pulled == nil
    }

    private static func failure(of body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let failure as CodingError {
            let place = failure.place.map { "\($0.line):\($0.column)" } ?? "nowhere"
            return "\(failure.code) at \(place)"
        } catch {
            return "\(error)"
        }
    }

    /// Expects a value to be read back unchanged if it can be written.
    ///
    /// A value with prefixed names cannot be written, because it contains no declaration of the
    /// prefixes.
    private static func writeAgain(_ input: [UInt8]) {
        guard let value = try? XML().value(from: input), let text = try? XML().encode(value) else {
            return
        }
        let again = try? XML().value(from: text)
        expect(
            again,
            value,
            "the value changed on the way: \(String(decoding: text, as: UTF8.self))"
        )
    }
}
