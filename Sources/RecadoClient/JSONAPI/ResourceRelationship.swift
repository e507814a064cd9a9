// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A relationship of a resource at its own address, where it is read and
/// changed apart from the resource.
public struct ResourceRelationship: Sendable {
    let client: Client
    let path: String
    let options: CallOptions

    /// The error of a call, with the errors that the service answered with.
    public typealias Failure = CallError<JSONAPI.Errors>

    /// Reads where a relationship to many leads.
    ///
    /// - Returns: The identifiers.
    /// - Throws: The error of the call.
    public func identifiers() async throws(Failure) -> [ResourceIdentifier] {
        try await client.get(path, failing: JSONAPI.Errors.self, with: options)
    }

    /// Reads where a relationship to one leads.
    ///
    /// - Returns: The identifier, or `nil` if it leads nowhere.
    /// - Throws: The error of the call.
    public func identifier() async throws(Failure) -> ResourceIdentifier? {
        try await client.get(path, failing: JSONAPI.Errors.self, with: options)
    }

    /// Has a relationship to one lead to a resource, or nowhere.
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

    /// Has a relationship to many lead to these resources and to no others.
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

    /// Has a relationship to many lead to these resources as well.
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

    /// Has a relationship to many no longer lead to these resources.
    ///
    /// - Parameter identifiers: The resources.
    /// - Throws: The error of the call.
    public func remove(_ identifiers: [ResourceIdentifier]) async throws(Failure) {
        let call = QuickCall(.delete, path, identifiers, [:])
        _ = try await client.output(of: call, Value.self, JSONAPI.Errors.self, options)
    }
}
