// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The leases that decide which server may change a resource.
///
/// A request's conditions are compared with a resource, and then the resource is changed. In
/// between, no other server may change it, or one of the two changes would be lost. Servers that
/// change the same resources share leases; a single one needs none.
public protocol ResourceLeases: Sendable {
    /// Takes a resource for a time, or prolongs the lease, unless somebody else has it.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that takes it, which no other holder has.
    ///   - term: The time after which the resource is free again if it is not given back.
    /// - Returns: True if the holder has it now.
    /// - Throws: An error when the leases cannot be read; the change is then refused with 503.
    func take(_ resource: String, for holder: String, _ term: Duration) async throws -> Bool

    /// Keeps a resource for longer, if the holder still has it; by default in the same way as
    /// ``take(_:for:_:)``.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    ///   - term: The time after which the resource is free again if it is not given back.
    /// - Returns: True if the holder still has it.
    /// - Throws: An error when the leases cannot be read.
    func keep(_ resource: String, for holder: String, _ term: Duration) async throws -> Bool

    /// Gives a resource back, if the holder still has it.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    func release(_ resource: String, from holder: String) async

    /// Changes a resource that was taken.
    ///
    /// A server that is suspended for longer than its lease may continue when another has the
    /// resource. Leases can keep it from writing then; by default nothing does.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    ///   - body: Changes it.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    func guarding<Value, Failure: Error>(
        _ resource: String,
        for holder: String,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value
}

extension ResourceLeases {
    /// Prolongs the lease by calling ``take(_:for:_:)``.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    ///   - term: The time after which the resource is free again if it is not given back.
    /// - Returns: True if the holder still has it.
    /// - Throws: An error when the leases cannot be read.
    public func keep(
        _ resource: String,
        for holder: String,
        _ term: Duration
    ) async throws -> Bool {
        try await take(resource, for: holder, term)
    }

    /// Changes a resource, without keeping a server whose lease has ended from writing.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder that has taken it.
    ///   - body: Changes it.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    public func guarding<Value, Failure: Error>(
        _ resource: String,
        for holder: String,
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await body()
    }
}
