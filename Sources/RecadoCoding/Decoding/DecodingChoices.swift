// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A format's choices for the reading of values; they do not affect the document itself.
package struct DecodingChoices: Sendable {
    /// The strategies for reading values where formats leave a choice.
    package var strategies: CodingStrategies

    /// The values that a model finds in the `userInfo` of its decoder.
    package var userInfo: [CodingUserInfoKey: any Sendable]

    /// In XML, the namespaces of the prefixes in the keys of models.
    package var prefixes: [String: String]

    /// True if white space around texts in XML is removed.
    package var trimsTexts = false

    /// In JSON:API, the depth of resources within one another that a model reads.
    package var resourceDepth = 64

    /// True if a colon in a name of XML is a character like any other.
    package var ignoresNamespaces = false

    /// Creates choices.
    package init(
        strategies: CodingStrategies = CodingStrategies(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        prefixes: [String: String] = [:]
    ) {
        self.strategies = strategies
        self.userInfo = userInfo
        self.prefixes = prefixes
    }

    /// True if all choices are the defaults.
    var isDefault: Bool {
        strategies.isDefault && userInfo.isEmpty && prefixes.isEmpty && !trimsTexts
            && !ignoresNamespaces
    }
}
