// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The encoding of international host names in ASCII (RFC 3492).
enum Punycode {
    /// Returns the ASCII form of a label.
    ///
    /// - Parameter label: The label, which must be in lower case and normalized.
    /// - Returns: `xn--` and the encoded label; the label itself if it is already ASCII.
    static func label(_ label: some StringProtocol) -> String {
        if label.utf8.allSatisfy({ $0 < 0x80 }) { return String(label) }
        let exception = label.hasPrefix("!") ? "!" : ""
        let points = label.dropFirst(exception.count).unicodeScalars.map(\.value)
        return exception + "xn--" + encode(points)
    }

    // RFC 3492 §5: the parameter values for host names.
    private static let (base, least, most): (Int, Int, Int) = (36, 1, 26)
    private static let (skew, damp): (Int, Int) = (38, 700)

    /// Returns the encoded form of code points (RFC 3492 §6.3).
    private static func encode(_ points: [UInt32]) -> String {
        var output = points.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (next, delta, bias, handled) = (0x80, 0, 72, basic)
        while handled < points.count {
            guard let point = points.lazy.map(Int.init).filter({ $0 >= next }).min() else { break }
            delta += (point - next) * (handled + 1)
            next = point
            for other in points.lazy.map(Int.init) {
                if other < next { delta += 1 }
                guard other == next else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends an integer in the variable-length encoding.
    private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
        var (rest, place) = (delta, base)
        while true {
            let threshold = min(max(place - bias, least), most)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    /// Returns the new bias after an integer (RFC 3492 §6.1).
    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            bias += base
        }
        return bias + (base - least + 1) * delta / (delta + skew)
    }

    /// Returns the digit for a value: a letter up to 25, a decimal digit above.
    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value - 26 + 0x30)
    }
}
