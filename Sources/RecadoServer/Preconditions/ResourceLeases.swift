// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Which server may change which resource at the moment.
///
/// A request's conditions are compared with a resource, and then the resource is changed. In
/// between no other server must change it, or one of the two changes is lost. Servers that change
/// the same resources share leases; a single one needs none.
public protocol ResourceLeases: Sendable {
    /// Takes a resource for a time, or keeps it for longer, unless somebody else has it.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder who takes it, which nobody else has.
    ///   - term: After which time it is free again, should it not be given back.
    /// - Returns: Whether the holder has it now.
    /// - Throws: An error when nobody can tell; the change is then refused with 503.
    func take(_ resource: String, for holder: String, _ term: Duration) async throws -> Bool

    /// Keeps a resource for longer, if the holder still has it; by default as ``take(_:for:_:)``
    /// does.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder who has taken it.
    ///   - term: After which time it is free again, should it not be given back.
    /// - Returns: Whether the holder has it still.
    /// - Throws: An error when nobody can tell.
    func keep(_ resource: String, for holder: String, _ term: Duration) async throws -> Bool

    /// Gives a resource back, if the holder still has it.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder who has taken it.
    func release(_ resource: String, from holder: String) async

    /// Changes a resource that was taken.
    ///
    /// A server that stands still for longer than its lease may go on when another has the
    /// resource. Leases can keep it from writing then; by default nothing does.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder who has taken it.
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
    /// Takes the resource once more.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder who has taken it.
    ///   - term: After which time it is free again, should it not be given back.
    /// - Returns: Whether the holder has it still.
    /// - Throws: An error when nobody can tell.
    public func keep(
        _ resource: String,
        for holder: String,
        _ term: Duration
    ) async throws -> Bool {
        try await take(resource, for: holder, term)
    }

    /// Changes a resource, and keeps the change from nothing.
    ///
    /// - Parameters:
    ///   - resource: The name that the resource is known by.
    ///   - holder: The name of the holder who has taken it.
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
