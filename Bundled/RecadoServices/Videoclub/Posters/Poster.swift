// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A generated poster for a film: the title, the year and the director under a geometric
/// composition.
///
/// The same film has the same poster on every machine: the variations are derived from a hash of
/// the title. Posters measure 300 by 450.
struct Poster {
    /// The title, as printed on the poster.
    let title: String
    /// The year.
    let year: String
    /// The director.
    let director: String
    /// The composition.
    let motif: Motif

    /// The last part of the poster's address, in lower case and with hyphens: `el-padrino`.
    var slug: String {
        FoldedText.folded(title).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            .joined(separator: "-")
    }

    /// The drawing as SVG.
    var svg: String {
        var numbers = HashedNumbers(title)
        let palette = Palette.all[Int(numbers.next() % UInt64(Palette.all.count))]
        var drawing = Drawing()
        drawing.rectangle(0, 0, Self.width, Self.height, .fill(palette.ground))
        drawing.clipped(width: Self.width, height: Self.artHeight) { art in
            motif.draw(into: &art, palette, &numbers)
        }
        setType(in: &drawing, palette)
        let label = Drawing.escaped("\(title), \(year), \(director)")
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="300" height="450" viewBox="0 0 300 450" \
            role="img" aria-label="\(label)" font-family="\(Self.family)">
            \(drawing.elements)</svg>

            """
    }

    // MARK: - Type

    static let width = 300.0
    static let height = 450.0
    /// The height of the composition; the text takes the rest.
    static let artHeight = 296.0

    private static let margin = 22.0
    private static let family =
        "Futura, Jost, 'Century Gothic', 'Avenir Next', Helvetica, Arial, "
        + "'DejaVu Sans', sans-serif"

    private func setType(in drawing: inout Drawing, _ palette: Palette) {
        let (lines, size) = titleLines
        let step = size * 1.06
        // The lines of the title are centered between the composition and the horizontal line below
        // them.
        let room = 404 - Self.artHeight
        let top = Self.artHeight + (room - step * Double(lines.count)) / 2
        for (number, line) in lines.enumerated() {
            let baseline = top + step * Double(number) + size * 0.84
            drawing.text(
                line,
                at: .init(Self.margin, baseline),
                .init(size: size, weight: 700, spacing: -0.4),
                palette.ink
            )
        }
        let right = Self.width - Self.margin
        drawing.line(.init(Self.margin, 408), .init(right, 408), .stroke(palette.ink, width: 1.5))
        drawing.text(
            director.uppercased(),
            at: .init(Self.margin, 428),
            .init(size: 10, weight: 400, spacing: 0.9),
            palette.ink
        )
        drawing.text(
            year,
            at: .init(right, 428),
            .init(size: 10, weight: 700, spacing: 0.9, endsAtPoint: true),
            palette.first
        )
    }

    /// The title in at most three lines, and a font size at which the lines fit.
    ///
    /// There are as few lines as a readable size allows.
    ///
    /// An SVG cannot measure the reader's font, so the width of a letter is estimated at 0.64 of
    /// the font size, as in wide fonts.
    private var titleLines: (lines: [String], size: Double) {
        let width = Self.width - 2 * Self.margin
        for (count, least) in [(1, 36.0), (2, 26), (3, 18)] {
            for size in stride(from: 38 - Double(count - 1), through: least, by: -1) {
                let lines = lines(ofAtMost: Int(width / (size * 0.64)))
                if let lines, lines.count <= count, size * Double(count) <= 84 {
                    return (lines, size)
                }
            }
        }
        return (shortenedLines(ofAtMost: Int(width / (18 * 0.64))), 18)
    }

    /// Returns the beginning of a title that is too long, in three lines.
    private func shortenedLines(ofAtMost limit: Int) -> [String] {
        var lines = [""]
        for word in title.split(separator: " ") {
            let word = word.prefix(limit)
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= limit {
                lines[lines.count - 1] = "\(last) \(word)"
            } else if lines.count < 3 {
                lines.append(String(word))
            } else {
                lines[2] = last.prefix(limit - 1) + "…"
                break
            }
        }
        return lines
    }

    /// Returns the title broken between words; `nil` if a single word is too long for a line.
    private func lines(ofAtMost limit: Int) -> [String]? {
        var lines: [String] = []
        for word in title.split(separator: " ") {
            guard word.count <= limit else { return nil }
            if let last = lines.last, last.count + 1 + word.count <= limit {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// Numbers derived from a text: the same text always results in the same numbers.
struct HashedNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// Begins with the FNV-1a hash of a text.
    init(_ text: String) {
        state = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    /// Returns the next number, by SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in a range, derived from the upper bits of the next number.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        let unit = Double(next() >> 11) / Double(1 << 53)
        return range.lowerBound + unit * (range.upperBound - range.lowerBound)
    }
}
