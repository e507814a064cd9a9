// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A hashable name of a child or attribute in an element.
///
/// The standard library seeds its hash function anew in each process, so an attacker cannot craft
/// names that collide.
struct ElementName: Hashable {
    /// The local part, which is valid only during the decode call.
    let local: ByteReader
    /// The number of the namespace; `nil` matches any namespace.
    let namespace: Int?
    let isAttribute: Bool
}
