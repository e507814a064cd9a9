// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Forms and queries: every scalar is a text or a file, and a list with one element looks like the
/// element alone.
enum FormNotation: Notation {
    static var isUntyped: Bool { true }

    /// True if a field is empty.
    static func isEmptyValue(_ index: Int, in decoder: TreeDecoder) -> Bool {
        let node = decoder.node(index)
        return node.kind == .text && node.length == 0
    }

    static func elements(
        of list: Int,
        isItem: Bool,
        in decoder: TreeDecoder
    ) -> ElementPlaces? {
        guard decoder.node(list).kind == .text || decoder.isFile(list) else {
            return JSONNotation.elements(of: list, isItem: isItem, in: decoder)
        }
        return ElementPlaces(list..<decoder.end(of: list), count: 1)
    }

    /// Returns the node index of the last value of a repeated name.
    static func scalar(of container: Int, in decoder: TreeDecoder) -> Int {
        let node = decoder.node(container)
        guard node.flags.contains(.repeated), node.kind == .array, node.count > 0 else {
            return container
        }
        var last = container &+ 1
        while decoder.end(of: last) < node.end { last = decoder.end(of: last) }
        return last
    }
}
