// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The names of an operation's elements, derived from the name of its endpoint: `rent-film`
/// becomes `RentFilm`.
package final class SOAPOperationNames: Sendable {
    /// The name of the operation and of the element that calls it.
    package let call: String
    /// The name of the element that answers a call.
    package let response: String
    /// The name of the child that contains the result.
    package let result: String

    private init(_ endpoint: String) {
        call = Self.pascalCase(endpoint)
        response = call + "Response"
        result = call + "Result"
    }

    /// Returns the names for an endpoint from a cache, because every call needs them.
    package static func of(_ endpoint: any Endpoint.Type) -> SOAPOperationNames {
        let identity = ObjectIdentifier(endpoint)
        if let known = known.withLock({ $0[identity] }) { return known }
        let names = SOAPOperationNames(endpoint.name)
        known.withLock { $0[identity] = names }
        return names
    }

    private static let known = Mutex<[ObjectIdentifier: SOAPOperationNames]>([:])

    static func pascalCase(_ name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
