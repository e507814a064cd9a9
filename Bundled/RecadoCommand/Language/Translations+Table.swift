// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the command says in other languages than English, by its English pattern.
enum Translations {
    static let spanish: [String: String] = [
        "Usage": "Uso"
    ]
}
