// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The leases that decide which server may change a resource.
///
/// A request's conditions are checked against a resource, and then the resource is changed. If
/// another server changed it in between, one of the two changes would be lost. Servers that change
/// the same resources share leases; a single server needs none.
public protocol ResourceLeases: Sendable {
    /// Takes or prolongs the lease of a resource, unless another holder has it.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The unique name of the holder that takes the lease.
    ///   - term: The time after which the lease ends if it is not released or prolonged.
    /// - Returns: True if the holder now has the lease.
    /// - Throws: An error when the leases cannot be read; the change is then refused with 503.
    func take(_ resource: String, for holder: String, _ term: Duration) async throws -> Bool

    /// Prolongs a lease that the holder still has; by default calls ``take(_:for:_:)``.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The name of the holder.
    ///   - term: The time after which the lease ends if it is not released or prolonged.
    /// - Returns: True if the holder still has the lease.
    /// - Throws: An error when the leases cannot be read.
    func keep(_ resource: String, for holder: String, _ term: Duration) async throws -> Bool

    /// Releases the lease of a resource, if the holder still has it.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The name of the holder.
    func release(_ resource: String, from holder: String) async

    /// Changes a resource whose lease was taken.
    ///
    /// A server that is suspended for longer than its lease may continue while another server has
    /// the lease. An implementation can prevent the suspended server from writing in that case; the
    /// default implementation does not.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The name of the holder.
    ///   - body: Changes the resource.
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
    ///   - resource: The name of the resource.
    ///   - holder: The name of the holder.
    ///   - term: The time after which the lease ends if it is not released or prolonged.
    /// - Returns: True if the holder still has the lease.
    /// - Throws: An error when the leases cannot be read.
    public func keep(
        _ resource: String,
        for holder: String,
        _ term: Duration
    ) async throws -> Bool {
        try await take(resource, for: holder, term)
    }

    /// Runs the change, even if the holder's lease has ended.
    ///
    /// - Parameters:
    ///   - resource: The name of the resource.
    ///   - holder: The name of the holder.
    ///   - body: Changes the resource.
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
