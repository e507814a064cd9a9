// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// Cached data for the positions of errors.
    ///
    /// The cache is needed because a model that tries one type after another may cause and catch an
    /// error at every node.
    struct Located: Sendable {
        /// The parents of the nodes; `nil` until a path is first requested.
        var places: NodePlaces?
        /// The texts of long keys, by the indexes of their nodes.
        var longKeys: [Int: String] = [:]
        /// The last position whose line and column were counted.
        var position = LinePosition()
    }
}

/// An offset with its line and column, from which counting continues to a later offset.
struct LinePosition: Sendable {
    private(set) var offset = 0
    /// The number of the line, from 1.
    private(set) var line = 1
    /// The offset at which the line begins.
    private(set) var lineStart = 0
    /// The number of the character in the line, from 1.
    private(set) var column = 1

    /// Advances to a later offset; an offset after the end is treated as the end.
    mutating func advance(to target: Int, in bytes: [UInt8]) {
        let target = min(max(target, offset), bytes.count)
        for index in offset..<target {
            let byte = bytes[index]
            // A line ends with LF, CR or CRLF.
            let isEnd =
                byte == 0x0A
                || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
            if isEnd {
                (line, lineStart, column) = (line + 1, index + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        offset = target
    }
}
