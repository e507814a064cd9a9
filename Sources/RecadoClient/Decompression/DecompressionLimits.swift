// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How much may come of compressed content.
///
/// A few kilobytes can stand for gigabytes; whoever sends such content wants to exhaust its reader.
public struct DecompressionLimits: Sendable, Hashable {
    /// The most bytes of decoded content: 1 GiB, more than a document has, and what a disk bears.
    public var bytes = 1 << 30

    /// How many times the compressed size the decoded content may have: 200.
    ///
    /// Text shrinks to a tenth, logs and empty tables to a hundredth.
    public var ratio = 200

    /// The size up to which the ratio is not asked for: 1 MiB, which harms nobody.
    public var allowance = 1 << 20

    /// The most codings of one answer: 3; more than one is rare.
    public var codings = 3

    /// Creates the default limits.
    public init() {}
}
