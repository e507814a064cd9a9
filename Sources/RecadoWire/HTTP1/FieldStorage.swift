// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// Storage that fields have been in, to be used again.
package struct FieldStorage: Sendable {
    var buffer: [UInt8] = []
    var entries: [Fields.Entry] = []

    /// Creates storage that is empty.
    package init() {}

    /// Takes the storage of a request that nobody needs any more; what is kept
    /// by somebody is copied later.
    package mutating func take(from request: inout Request) {
        request.fields.exchange(&buffer, &entries)
    }
}
