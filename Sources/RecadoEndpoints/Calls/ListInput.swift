// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value that may have no elements.
protocol ListInput {
    init()
}

extension Array: ListInput {}
extension Set: ListInput {}
