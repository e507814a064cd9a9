// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The default names of inputs on the wire.
enum KebabName {
    static func of(_ property: String) -> String { KebabCase.name(from: property) }
}
