// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type that reads each element of a document that is an array once.
private protocol ElementList {}

extension Array: ElementList where Element: Decodable {}

/// A large array is read while the memory of its nodes is given back: nodes and values do not take
/// their full room at the same time.
extension TreeDecoder {
    /// Lets go of the nodes of elements as they are read, if the whole
    /// document is read as an array.
    @inline(never)
    func releaseElements<T>(of type: T.Type) {
        state.releasesElements = T.self is any ElementList.Type
    }

    /// The index behind which nodes are given back, if the array at an index is the one that is
    /// read so; nobody reads it a second time.
    @inline(always)
    func beginReleasing(at index: Int) -> Int? {
        guard index == 0, state.releasesElements else { return nil }
        state.releasesElements = false
        return NodeTree.releasedNodes
    }

    /// Gives back the nodes of the elements that were read; returns the index behind
    /// which it is worth while again.
    @inline(never)
    func release(before index: Int, elements: Int) -> Int {
        state.tree.release(before: index, elements: elements)
        return index + NodeTree.releasedNodes
    }
}
