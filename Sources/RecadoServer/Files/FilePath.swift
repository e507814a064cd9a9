// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The names of the directories and the file on the path from a root, taken from a request's path.
struct FilePath: Sendable {
    /// The names, none of which is `..`.
    let names: [String]
    /// True if the path ends with a slash and so names a directory.
    let isDirectory: Bool

    /// The greatest number of names, far more than directories are usually deep.
    private static let mostNames = 64
    /// The greatest length of a name in bytes, which is the limit of Linux (`NAME_MAX`).
    private static let longestName = 255

    /// Parses the rest of a request's path, which is empty or begins with a slash; `nil` if the
    /// path is not allowed.
    ///
    /// Each name is decoded once, after the path has been split, so that no escape can become a
    /// slash.
    init?(_ rest: Substring) {
        var names: [String] = []
        let segments = rest.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        // The first segment, before the first slash, is empty, and the last may be empty.
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
        // Names that begin with a dot are hidden, including `.` and `..`.
        if bytes.first == UInt8(ascii: "."), !isFirst || name != ".well-known" { return false }
        return bytes.allSatisfy { byte in
            byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
        }
    }
}
