// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// Storage of earlier fields, to be used again.
package struct FieldStorage: Sendable {
    var buffer: [UInt8] = []
    var entries: [Fields.Entry] = []

    /// Creates storage that is empty.
    package init() {}

    /// Takes the storage of a request that is no longer needed; storage that is still in use
    /// elsewhere is copied later.
    package mutating func take(from request: inout Request) {
        request.fields.exchange(&buffer, &entries)
    }
}
