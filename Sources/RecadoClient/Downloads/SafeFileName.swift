// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A name for a file out of a name that somebody else chose.
///
/// It is one component of a path on every common system, stands for no device, hides nothing and
/// begins no option of a command.
package enum SafeFileName {
    /// The greatest length in bytes: what is left of 255 for a number and
    /// the endings of partial files.
    package static let limit = 200
    /// The greatest length of an ending that is kept when a name is shortened.
    private static let endingLimit = 20

    /// Makes a name safe.
    ///
    /// - Parameter name: The name, perhaps a path.
    /// - Returns: The safe name, or `nil` if nothing is left of it.
    package static func make(from name: String) -> String? {
        let separators: Set<Unicode.Scalar> = ["/", "\\"]
        let component = name.unicodeScalars.split { separators.contains($0) }.last ?? [][...]
        guard name.unicodeScalars.last.map({ !separators.contains($0) }) ?? false else {
            return nil
        }
        var scalars = String.UnicodeScalarView()
        for scalar in component where !isUnseen(scalar) {
            scalars.append("<>:\"|?*".unicodeScalars.contains(scalar) ? "_" : scalar)
        }
        // By scalars: a dot with a mark above it hides a file like any other.
        var text = Substring(String(scalars)).unicodeScalars
        while let first = text.first, isTrimmed(first) { text.removeFirst() }
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        guard !text.isEmpty else { return nil }
        var safe = String(Substring(text))
        if safe.first == "-" || safe.first == "~" || isDevice(safe) { safe = "_" + safe }
        return shortened(safe)
    }

    /// Another name for the same, when a name is taken: `film (2).mp4`.
    package static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = parts(of: name)
        return "\(stem) (\(number))\(ending)"
    }

    /// Controls, and marks that turn the direction of text or are not seen at all.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: scalar == "\u{FFFD}"
        }
    }

    /// Whether a name neither begins nor ends with it.
    private static func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar.properties.isWhitespace
    }

    /// Whether Windows takes the name for a device, whatever its ending.
    private static func isDevice(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased()
        if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(stem) { return true }
        guard stem.hasPrefix("com") || stem.hasPrefix("lpt"), stem.count == 4 else { return false }
        return stem.last.map { $0.isNumber } ?? false
    }

    /// The stem and the ending with its dot; `.tar.gz` and the like are one ending.
    private static func parts(of name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return (name[...], "")
        }
        var start = dot
        if let inner = name[..<dot].lastIndex(of: "."), inner > name.startIndex,
            name[inner..<dot] == ".tar"
        {
            start = inner
        }
        let ending = name[start...]
        return ending.utf8.count <= endingLimit ? (name[..<start], ending) : (name[...], "")
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        let (stem, ending) = parts(of: name)
        var kept = ""
        var size = ending.utf8.count
        for character in stem {
            size += character.utf8.count
            if size > limit { break }
            kept.append(character)
        }
        return kept + ending
    }
}
