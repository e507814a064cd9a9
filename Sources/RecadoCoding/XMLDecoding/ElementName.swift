// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A hashable name of a child or attribute in an element.
///
/// The standard library seeds its hash per process, so collisions cannot be provoked.
struct ElementName: Hashable {
    /// The local part, which is valid only as long as the document is lent.
    let local: ByteReader
    /// The number of the namespace; `nil` matches any namespace.
    let namespace: Int?
    let isAttribute: Bool
}
