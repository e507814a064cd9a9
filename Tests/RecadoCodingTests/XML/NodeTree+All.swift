// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

@testable import RecadoCoding

extension NodeTree {
    /// All nodes, in document order.
    var all: [Document.Node] { (0..<count).map { self[$0] } }
}
