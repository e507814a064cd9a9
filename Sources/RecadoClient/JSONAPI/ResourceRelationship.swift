// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A relationship of a resource at its own address, where it is read and changed separately from
/// the resource.
public struct ResourceRelationship: Sendable {
    let client: Client
    let path: String
    let options: CallOptions

    /// The error of a call, with the errors that the service answered with.
    public typealias Failure = CallError<JSONAPI.Errors>

    /// Reads the identifiers in a relationship to many resources.
    ///
    /// - Returns: The identifiers.
    /// - Throws: The error of the call.
    public func identifiers() async throws(Failure) -> [ResourceIdentifier] {
        try await client.get(path, failing: JSONAPI.Errors.self, with: options)
    }

    /// Reads the identifier in a relationship to one resource.
    ///
    /// - Returns: The identifier, or `nil` if the relationship is empty.
    /// - Throws: The error of the call.
    public func identifier() async throws(Failure) -> ResourceIdentifier? {
        try await client.get(path, failing: JSONAPI.Errors.self, with: options)
    }

    /// Sets the resource of a relationship to one, or empties the relationship.
    ///
    /// - Parameter identifier: The resource, or `nil` for none.
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

    /// Sets the resources of a relationship to many, and removes all others from it.
    ///
    /// - Parameter identifiers: The resources.
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

    /// Adds resources to a relationship to many.
    ///
    /// - Parameter identifiers: The resources.
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

    /// Removes resources from a relationship to many.
    ///
    /// - Parameter identifiers: The resources.
    /// - Throws: The error of the call.
    public func remove(_ identifiers: [ResourceIdentifier]) async throws(Failure) {
        let call = QuickCall(.delete, path, identifiers, [:])
        _ = try await client.output(of: call, Value.self, JSONAPI.Errors.self, options)
    }
}
