// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A list type that reads each element once if the document is an array.
private protocol ElementList {}

extension Array: ElementList where Element: Decodable {}

/// The memory of a large array's nodes is released while the array is read, so that nodes and
/// values do not take their full memory at the same time.
extension TreeDecoder {
    /// Releases the nodes of elements as they are read, if the whole document is read as an array.
    @inline(never)
    func releaseElements<T>(of type: T.Type) {
        state.releasesElements = T.self is any ElementList.Type
    }

    /// The index after which nodes are released; `nil` if the elements of the array at an index are
    /// not released as they are read.
    ///
    /// They are released only if the array is the root, which is then never read a second time.
    @inline(always)
    func beginReleasing(at index: Int) -> Int? {
        guard index == 0, state.releasesElements else { return nil }
        state.releasesElements = false
        return NodeTree.releasedNodes
    }

    /// Releases the nodes of the elements that were read; returns the index after which releasing
    /// is worthwhile again.
    @inline(never)
    func release(before index: Int, elements: Int) -> Int {
        state.tree.release(before: index, elements: elements)
        return index + NodeTree.releasedNodes
    }
}
