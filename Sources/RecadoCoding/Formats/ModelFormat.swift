// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A format with the settings that its decoders and writers need.
package protocol ModelFormat: CodingFormat {
    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    var userInfo: [CodingUserInfoKey: any Sendable] { get }
    /// True if members are written in the order of their names.
    var sortsKeys: Bool { get }
    /// The maximum nesting depth for writing.
    var depth: Int { get }
}

extension ModelFormat {
    /// The settings of this format that apply to decoding.
    package var choices: DecodingChoices {
        DecodingChoices(strategies: strategies, userInfo: userInfo)
    }

    /// The settings of this format that apply to writing.
    var writingOptions: WritingOptions {
        WritingOptions(
            userInfo: userInfo,
            sortsKeys: sortsKeys,
            strategies: strategies,
            depth: depth
        )
    }
}
