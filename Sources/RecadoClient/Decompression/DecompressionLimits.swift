// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The limits on the size of decompressed content.
///
/// A few kilobytes can expand to gigabytes; such content is sent to exhaust its reader.
public struct DecompressionLimits: Sendable, Hashable {
    /// The most bytes of decoded content: 1 GiB, more than documents have, and still little enough
    /// for a disk.
    public var bytes = 1 << 30

    /// The greatest ratio of the decoded size to the compressed size: 200.
    ///
    /// Text shrinks to a tenth, logs and empty tables to a hundredth.
    public var ratio = 200

    /// The size up to which the ratio is not checked: 1 MiB, which is harmless.
    public var allowance = 1 << 20

    /// The most codings of one answer: 3; more than one is rare.
    public var codings = 3

    /// Creates the default limits.
    public init() {}
}
