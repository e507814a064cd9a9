// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value that is made once, as an object.
///
/// A reference to it has the same size for every type of value, so that generic code need not look
/// up the size.
final class Constant<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
