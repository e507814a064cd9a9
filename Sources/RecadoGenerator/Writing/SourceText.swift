// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The lines of a source file, up to a limit on their size.
struct SourceText {
    private let limit: Int
    private var lines: [String] = []
    private var level = 0
    private var size = 0
    /// True if the size limit was reached, so that further lines are dropped.
    private(set) var isFull = false
    /// The declaration that is being written, or the declaration that exceeded the limit.
    private var place: DocumentPlace?

    init(limit: Int) { self.limit = limit }

    /// The text of the file.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Sets the declaration to which the following lines belong.
    mutating func begin(_ place: DocumentPlace?) {
        if !isFull { self.place = place }
    }

    /// Throws an error if the limit was exceeded, because lines are then missing.
    func checkSize() throws(OpenAPIError) {
        guard isFull else { return }
        let words = "the declarations have more than \(limit) bytes"
        guard let place else { throw OpenAPIError(words, "") }
        throw OpenAPIError(words, at: place)
    }

    mutating func add(_ line: String = "") {
        size += line.utf8.count + level * 4 + 1
        if size > limit { isFull = true }
        guard !isFull else { return }
        lines.append(line.isEmpty ? "" : String(repeating: "    ", count: level) + line)
    }

    /// Adds a block: a head such as `struct Film`, and lines between braces.
    mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
        add(head + " {")
        level += 1
        body(&self)
        level -= 1
        add("}")
    }

    /// Adds the elements of a list, one on each line; a single element has no trailing comma.
    mutating func list(_ elements: [String]) {
        for element in elements { add("    \(element)\(elements.count > 1 ? "," : "")") }
    }

    /// Adds an empty line, except at the start of a block and after another empty line.
    mutating func gap() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        add()
    }

    /// Adds a documentation comment, in which the first sentence is a separate paragraph.
    ///
    /// An empty text adds nothing.
    mutating func document(_ text: String) {
        guard !isFull else { return }
        let lines = Self.lines(of: text)
        guard let first = lines.first else { return }
        let end = Self.sentenceEnd(of: first)
        let sentence = String(first[..<end])
        let isEnded = sentence.unicodeScalars.last.map(".!?:…".unicodeScalars.contains) ?? true
        comment(isEnded ? sentence : sentence + ".")
        var rest = Array(lines.dropFirst())
        let tail = String(first[end...]).trimmingBlanks
        if !tail.isEmpty { rest.insert(tail, at: 0) }
        while rest.first?.isEmpty == true { rest.removeFirst() }
        guard !rest.isEmpty else { return }
        add("///")
        comment(rest.joined(separator: "\n"))
    }

    /// Returns the index at which the first sentence of a text ends.
    private static func sentenceEnd(of text: String) -> String.Index {
        let bytes = text.utf8
        let ends = bytes.indices.lazy.filter { ".!?".utf8.contains(bytes[$0]) }
        return ends.map { bytes.index(after: $0) }
            .first { $0 < bytes.endIndex && bytes[$0] == UInt8(ascii: " ") } ?? text.endIndex
    }

    /// Adds a comment; an empty text adds nothing.
    mutating func comment(_ text: String, mark: String = "///") {
        guard !isFull else { return }
        for paragraph in Self.lines(of: text) {
            var line = ""
            for word in paragraph.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\t" })
            {
                if !line.isEmpty, line.count + word.count >= 110 - level * 4 {
                    add("\(mark) \(line)")
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + String(word)
            }
            add(line.isEmpty ? mark : "\(mark) \(line)")
        }
    }

    /// Returns the lines of a text without leading or trailing empty lines, and with at most one
    /// empty line in a row.
    static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        func end() {
            let clean = String(line).trimmingBlanks
            line = String.UnicodeScalarView()
            if !clean.isEmpty || lines.last?.isEmpty == false { lines.append(clean) }
        }
        var last: Unicode.Scalar?
        // Scalars are faster to compare than characters, which may have many combining marks.
        for scalar in text.unicodeScalars {
            if scalar.isLineEnd {
                if scalar != "\n" || last != "\r" { end() }
            } else if scalar == "\t" || !scalar.isUnseen {
                line.append(scalar)
            }
            last = scalar
        }
        end()
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension Unicode.Scalar {
    /// True if the scalar ends a line.
    fileprivate var isLineEnd: Bool {
        switch self {
        case "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// True for invisible characters, such as control characters and direction marks, that make
    /// code look different from its meaning.
    ///
    /// False for joiners, which letters and emoji need.
    var isUnseen: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}
