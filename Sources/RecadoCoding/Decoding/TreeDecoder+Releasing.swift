// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A list type whose decoding reads each element of a JSON array only once.
private protocol ElementList {}

extension Array: ElementList where Element: Decodable {}

/// Frees the nodes of a large array while the array is decoded, so that memory never holds all of
/// its nodes and all of its decoded values at once.
extension TreeDecoder {
    /// If the type is an array, allows the nodes of its elements to be freed as the elements are
    /// read.
    @inline(never)
    func releaseElements<T>(of type: T.Type) {
        state.releasesElements = T.self is any ElementList.Type
    }

    /// Returns the node index at which nodes are first freed; `nil` if the array's nodes are not
    /// freed.
    ///
    /// Only the nodes of the root array are freed, because the root is never read a second time.
    @inline(always)
    func beginReleasing(at index: Int) -> Int? {
        guard index == 0, state.releasesElements else { return nil }
        state.releasesElements = false
        return NodeTree.releasedNodes
    }

    /// Frees the nodes of the elements that were read; returns the node index at which to free the
    /// next ones.
    @inline(never)
    func release(before index: Int, elements: Int) -> Int {
        state.tree.release(before: index, elements: elements)
        return index + NodeTree.releasedNodes
    }
}
