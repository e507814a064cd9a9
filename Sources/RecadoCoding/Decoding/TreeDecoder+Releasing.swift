// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A list type whose decoding reads each element of a JSON array only once.
private protocol ElementList {}

extension Array: ElementList where Element: Decodable {}

/// Releases the nodes of a large array while the array is decoded, so that its nodes and its values
/// are never all in memory at the same time.
extension TreeDecoder {
    /// If the type is an array, allows the nodes of its elements to be released as they are read.
    @inline(never)
    func releaseElements<T>(of type: T.Type) {
        state.releasesElements = T.self is any ElementList.Type
    }

    /// Returns the index at which nodes are first released; `nil` if the array's nodes are not
    /// released.
    ///
    /// Only the root array's nodes are released, because the root is never read a second time.
    @inline(always)
    func beginReleasing(at index: Int) -> Int? {
        guard index == 0, state.releasesElements else { return nil }
        state.releasesElements = false
        return NodeTree.releasedNodes
    }

    /// Releases the nodes of the elements that were read; returns the index at which to release the
    /// next nodes.
    @inline(never)
    func release(before index: Int, elements: Int) -> Int {
        state.tree.release(before: index, elements: elements)
        return index + NodeTree.releasedNodes
    }
}
