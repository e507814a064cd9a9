// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A value that is made once, as an object.
///
/// A reference to it has the same size whatever the value's type, which code for any
/// type need not look up for it.
final class Constant<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
