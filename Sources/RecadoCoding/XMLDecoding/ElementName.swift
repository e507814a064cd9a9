// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a key in an element.
///
/// The hash of the standard library is seeded per process, so that colliding names cannot be
/// chosen.
struct ElementName: Hashable {
    /// The local part, which is valid only as long as the document is lent.
    let local: ByteReader
    /// The number of the namespace; `nil` for any.
    let namespace: Int?
    let isAttribute: Bool
}
