// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A relationship of a resource, read and changed at its own address, without the resource itself.
public struct ResourceRelationship: Sendable {
    let client: Client
    let path: String
    let options: CallOptions

    /// The error of a call, with the errors document of the service.
    public typealias Failure = CallError<JSONAPI.Errors>

    /// Reads the identifiers of the resources in a to-many relationship.
    ///
    /// - Returns: The identifiers.
    /// - Throws: The error of the call.
    public func identifiers() async throws(Failure) -> [ResourceIdentifier] {
        try await client.get(path, failing: JSONAPI.Errors.self, with: options)
    }

    /// Reads the identifier of the resource in a to-one relationship.
    ///
    /// - Returns: The identifier, or `nil` if the relationship is empty.
    /// - Throws: The error of the call.
    public func identifier() async throws(Failure) -> ResourceIdentifier? {
        try await client.get(path, failing: JSONAPI.Errors.self, with: options)
    }

    /// Replaces the resource in a to-one relationship, or empties the relationship.
    ///
    /// - Parameter identifier: The identifier of the resource; `nil` to empty the relationship.
    /// - Throws: The error of the call.
    public func replace(with identifier: ResourceIdentifier?) async throws(Failure) {
        _ = try await client.patch(
            path,
            identifier,
            as: Value.self,
            failing: JSONAPI.Errors.self,
            with: options
        )
    }

    /// Replaces all resources in a to-many relationship.
    ///
    /// - Parameter identifiers: The identifiers of the new resources.
    /// - Throws: The error of the call.
    public func replace(with identifiers: [ResourceIdentifier]) async throws(Failure) {
        _ = try await client.patch(
            path,
            identifiers,
            as: Value.self,
            failing: JSONAPI.Errors.self,
            with: options
        )
    }

    /// Adds resources to a to-many relationship.
    ///
    /// - Parameter identifiers: The identifiers of the resources.
    /// - Throws: The error of the call.
    public func add(_ identifiers: [ResourceIdentifier]) async throws(Failure) {
        _ = try await client.post(
            path,
            identifiers,
            as: Value.self,
            failing: JSONAPI.Errors.self,
            with: options
        )
    }

    /// Removes resources from a to-many relationship.
    ///
    /// - Parameter identifiers: The identifiers of the resources.
    /// - Throws: The error of the call.
    public func remove(_ identifiers: [ResourceIdentifier]) async throws(Failure) {
        let call = QuickCall(.delete, path, identifiers, [:])
        _ = try await client.output(of: call, Value.self, JSONAPI.Errors.self, options)
    }
}
