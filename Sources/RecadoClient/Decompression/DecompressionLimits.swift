// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The limits on the size of decompressed content.
///
/// They protect against a decompression bomb: a few kilobytes can expand to gigabytes.
public struct DecompressionLimits: Sendable, Hashable {
    /// The maximum number of decoded bytes: 1 GiB, more than documents have but less than a disk
    /// holds.
    public var bytes = 1 << 30

    /// The maximum ratio of the decoded size to the compressed size: 200.
    ///
    /// Text usually shrinks to a tenth, and logs and sparse tables to a hundredth.
    public var ratio = 200

    /// The decoded size up to which the ratio is not checked: 1 MiB, which is harmless.
    public var allowance = 1 << 20

    /// The maximum number of codings of one answer: 3; more than one is rare.
    public var codings = 3

    /// Creates the default limits.
    public init() {}
}
