// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The spelling of names on the wire: kebab-case.
package enum KebabCase: Sendable {
    /// Returns a Swift name in kebab-case: `RentFilm` → `rent-film`, `userID` → `user-id`.
    ///
    /// - Parameter swiftName: The name of a type or a property.
    /// - Returns: Lower-case letters with hyphens between the words.
    package static func name(from swiftName: String) -> String {
        if swiftName.utf8.allSatisfy({ $0 &- 0x61 < 26 }) { return swiftName }
        let characters = Array(swiftName)
        var name = ""
        for (index, character) in characters.enumerated() {
            guard character.isUppercase else {
                name.append(character)
                continue
            }
            let followsSmall = index > 0 && !characters[index - 1].isUppercase
            let precedesSmall = index + 1 < characters.count && characters[index + 1].isLowercase
            if index > 0, characters[index - 1] != "-", followsSmall || precedesSmall {
                name.append("-")
            }
            name += character.lowercased()
        }
        return name
    }
}
