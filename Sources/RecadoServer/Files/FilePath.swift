// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The names on the way from a root to a file, as the path of a request gives them.
struct FilePath: Sendable {
    /// The names, none of which leads anywhere but downwards.
    let names: [String]
    /// Whether the path ends with a slash, so that a directory is meant.
    let isDirectory: Bool

    /// The greatest number of names; directories are seldom ten deep.
    private static let mostNames = 64
    /// The greatest length of a name in bytes, which is that of Linux (`NAME_MAX`).
    private static let longestName = 255

    /// Reads the rest of a path, which is empty or begins with a slash; `nil` for what may not be.
    ///
    /// Each name is decoded once, after the path was split, so that no escape can become a slash.
    init?(_ rest: Substring) {
        var names: [String] = []
        let segments = rest.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        // Before the first slash there is nothing, and after the last may be nothing.
        for (index, segment) in segments.enumerated().dropFirst() {
            if segment.isEmpty, index == segments.count - 1 { break }
            guard names.count < Self.mostNames,
                let name = PercentEncoding.decode(Substring(segment)),
                Self.isAllowed(name, isFirst: names.isEmpty)
            else { return nil }
            names.append(name)
        }
        self.names = names
        isDirectory = segments.count > 1 && segments.last?.isEmpty == true
    }

    private static func isAllowed(_ name: String, isFirst: Bool) -> Bool {
        let bytes = name.utf8
        guard (1...longestName).contains(bytes.count) else { return false }
        // What begins with a dot is hidden; `.` and `..` are among it.
        if bytes.first == UInt8(ascii: "."), !isFirst || name != ".well-known" { return false }
        return bytes.allSatisfy { byte in
            byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
        }
    }
}
