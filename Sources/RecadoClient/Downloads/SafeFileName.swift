// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Turns a name from an untrusted source into a safe file name.
///
/// A safe name is a single path component on every common system, is not the name of a device, is
/// not hidden and does not look like a command-line option.
package enum SafeFileName {
    /// The maximum length in bytes: the 255 of most file systems, minus room for a number and the
    /// extensions of partial files.
    package static let limit = 200
    /// The maximum length of an extension that is kept when a name is shortened.
    private static let endingLimit = 20

    /// Returns a safe file name for a name.
    ///
    /// - Parameter name: The name, which may be a path.
    /// - Returns: The safe name, or `nil` if nothing remains of it.
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
        // Scalars are trimmed, not characters, because a dot hides a file even if a combining mark
        // follows.
        var text = Substring(String(scalars)).unicodeScalars
        while let first = text.first, isTrimmed(first) { text.removeFirst() }
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        guard !text.isEmpty else { return nil }
        var safe = String(Substring(text))
        if safe.first == "-" || safe.first == "~" || isDevice(safe) { safe = "_" + safe }
        return shortened(safe)
    }

    /// Returns a numbered form of a name that already exists: `film (2).mp4`.
    package static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = parts(of: name)
        return "\(stem) (\(number))\(ending)"
    }

    /// True for control characters, and for characters that are invisible or change the text
    /// direction.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: scalar == "\u{FFFD}"
        }
    }

    /// True if a safe name must not begin or end with the scalar.
    private static func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar.properties.isWhitespace
    }

    /// True if Windows treats the name as a device, with any extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased()
        if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(stem) { return true }
        guard stem.hasPrefix("com") || stem.hasPrefix("lpt"), stem.count == 4 else { return false }
        return stem.last.map { $0.isNumber } ?? false
    }

    /// Splits a name into stem and extension with its dot; `.tar.gz` and the like are one
    /// extension.
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
