// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What a format chooses about the reading of values; the document itself is not concerned.
package struct DecodingChoices: Sendable {
    /// Whether texts such as `1`, `0`, `on` and `yes` are booleans, as HTML forms write them.
    package var acceptsFormBooleans: Bool

    /// What a model finds in the `userInfo` of its decoder.
    package var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates choices.
    package init(
        acceptsFormBooleans: Bool = false,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.acceptsFormBooleans = acceptsFormBooleans
        self.userInfo = userInfo
    }
}
