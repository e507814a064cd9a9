// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The names that inputs have on the wire by themselves.
enum KebabName {
    static func of(_ property: String) -> String { KebabCase.name(from: property) }
}
