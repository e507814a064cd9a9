// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An immutable value in an object.
///
/// A reference to the object has the same size for every type of value, so generic code does not
/// have to look up the size of the value.
final class Constant<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
