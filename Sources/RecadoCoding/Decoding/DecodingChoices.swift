// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A format's choices for the reading of values; they do not affect the document itself.
package struct DecodingChoices: Sendable {
    /// The strategies for reading values where formats leave a choice.
    package var strategies: CodingStrategies

    /// The values that a model finds in the `userInfo` of its decoder.
    package var userInfo: [CodingUserInfoKey: any Sendable]

    /// The namespaces that prefixes in the keys of models stand for, in XML.
    package var prefixes: [String: String]

    /// Whether texts in XML lose the white space around them.
    package var trimsTexts = false

    /// The resources inside one another that a model reads, in a document of JSON:API.
    package var resourceDepth = 64

    /// Whether a colon in a name of XML is a character like any other.
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

    /// Whether nothing was chosen.
    var isDefault: Bool {
        strategies.isDefault && userInfo.isEmpty && prefixes.isEmpty && !trimsTexts
            && !ignoresNamespaces
    }
}
