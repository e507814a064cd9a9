// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The settings of a format that affect the reading of values, not the parsing of the document.
package struct DecodingChoices: Sendable {
    /// The strategies for values that a format can represent in more than one way.
    package var strategies: CodingStrategies

    /// The values that a model finds in the `userInfo` of its decoder.
    package var userInfo: [CodingUserInfoKey: any Sendable]

    /// For XML, the namespace of each prefix that coding keys use.
    package var prefixes: [String: String]

    /// True if white space around texts in XML is removed.
    package var trimsTexts = false

    /// For JSON:API, the maximum number of resources that are nested when linked resources are read
    /// within one another.
    package var resourceDepth = 64

    /// True if a colon in an XML name does not separate a prefix.
    package var ignoresNamespaces = false

    /// Creates settings.
    package init(
        strategies: CodingStrategies = CodingStrategies(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        prefixes: [String: String] = [:]
    ) {
        self.strategies = strategies
        self.userInfo = userInfo
        self.prefixes = prefixes
    }

    /// True if all settings have their default values.
    var isDefault: Bool {
        strategies.isDefault && userInfo.isEmpty && prefixes.isEmpty && !trimsTexts
            && !ignoresNamespaces
    }
}
