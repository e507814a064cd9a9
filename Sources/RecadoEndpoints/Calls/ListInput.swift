// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A list type that can be created without elements.
protocol ListInput {
    init()
}

extension Array: ListInput {}
extension Set: ListInput {}
