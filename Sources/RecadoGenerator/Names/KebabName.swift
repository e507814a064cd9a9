// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// Derives the default name of an input on the wire, in kebab case.
enum KebabName {
    static func of(_ property: String) -> String { KebabCase.name(from: property) }
}
