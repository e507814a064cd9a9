// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The storage of earlier fields, kept for reuse.
package struct FieldStorage: Sendable {
    var buffer: [UInt8] = []
    var entries: [Fields.Entry] = []

    /// Creates empty storage.
    package init() {}

    /// Takes the storage of a request that is no longer needed.
    ///
    /// If the storage is still in use elsewhere, it is copied later.
    package mutating func take(from request: inout Request) {
        request.fields.exchange(&buffer, &entries)
    }
}
