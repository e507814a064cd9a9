// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A comparison, line by line, of two texts that should be the same.
struct LineDifference: Sendable {
    let expected: [Substring]
    let actual: [Substring]

    init(expected: String, actual: String) {
        self.expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
        self.actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns one line of text about the first line that differs.
    func summary(_ what: String) -> String {
        let shared = zip(expected, actual).prefix { $0 == $1 }.count
        let (expected, actual) = (text(expected, shared), text(actual, shared))
        return "\(what) line \(shared + 1): \(actual), expected \(expected)"
    }

    /// Returns the lines of both texts: a minus marks a line that is missing, a plus marks an
    /// additional line, and a blank marks an equal one.
    ///
    /// - Parameter limit: The maximum number of lines; a last line states how many more there are.
    /// - Returns: The lines.
    func lines(limit: Int = 60) -> [String] {
        let difference = actual.difference(from: expected)
        var removed: [Int: Substring] = [:]
        var inserted: [Int: Substring] = [:]
        for change in difference {
            switch change {
            case .remove(let offset, let line, _): removed[offset] = line
            case .insert(let offset, let line, _): inserted[offset] = line
            }
        }
        var lines: [String] = []
        var (old, new) = (0, 0)
        while old < expected.count || new < actual.count {
            if let line = removed[old] {
                lines.append("- \(line)")
                old += 1
            } else if let line = inserted[new] {
                lines.append("+ \(line)")
                new += 1
            } else {
                lines.append("  \(new < actual.count ? actual[new] : "")")
                (old, new) = (old + 1, new + 1)
            }
        }
        guard lines.count > limit else { return lines }
        return lines.prefix(limit) + ["… \(lines.count - limit) more lines"]
    }

    private func text(_ lines: [Substring], _ index: Int) -> String {
        guard index < lines.count else { return "nothing" }
        let line = lines[index]
        return line.count > 80 ? "“\(line.prefix(80))…”" : "“\(line)”"
    }
}
