// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A source of the credentials with which challenges are answered.
///
/// ```swift
/// middleware.authentication = .challenges(.constant(member))
/// middleware.authentication = .challenges(try Netrc.read(home + "/.netrc"))
/// ```
public protocol CredentialSource: Sendable {
    /// Returns the credentials for a protection space; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: The number of times that the server has refused credentials in this call.
    /// - Returns: The credentials. If they equal the credentials that were just refused, the call
    ///   ends with the server's refusal.
    /// - Throws: The error that prevented the look-up.
    func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) async throws -> BasicCredentials?
}

/// A source that always returns the same credentials, for one host or for every server that asks.
public struct ConstantCredentials: CredentialSource {
    private let credentials: BasicCredentials
    private let host: String?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - host: The only host that gets the credentials, without a port; `nil` for every server.
    public init(_ credentials: BasicCredentials, host: String? = nil) {
        self.credentials = credentials
        self.host = host?.lowercased()
    }

    /// Returns the credentials if the protection space belongs to the host; `nil` for other hosts.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used.
    /// - Returns: The credentials.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? {
        host == nil || host == space.host ? credentials : nil
    }
}

/// A source that asks several other sources and uses the first credentials that it finds.
public struct CredentialSources: CredentialSource {
    private let sources: [any CredentialSource]

    /// Creates a source that asks other sources.
    ///
    /// - Parameter sources: The sources to ask, in this order.
    public init(_ sources: [any CredentialSource]) {
        self.sources = sources
    }

    /// Returns the credentials from the first source that has any.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: The number of times that the server has refused credentials in this call.
    /// - Returns: The credentials.
    /// - Throws: The error of a source.
    public func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) async throws -> BasicCredentials? {
        for source in sources {
            if let found = try await source.credentials(for: space, failures: failures) {
                return found
            }
        }
        return nil
    }
}

extension CredentialSource where Self == ConstantCredentials {
    /// Returns a source with the same credentials for every server that asks.
    ///
    /// - Parameter credentials: The credentials of the caller.
    /// - Returns: The source.
    public static func constant(_ credentials: BasicCredentials) -> ConstantCredentials {
        ConstantCredentials(credentials)
    }
}

/// Performs an operation whose calls answer challenges with the given credentials, instead of the
/// credentials from the authentication layer's source.
///
/// - Parameters:
///   - credentials: The credentials of the caller, for servers that ask for them.
///   - operation: The operation.
/// - Returns: The result of the operation.
/// - Throws: The errors of the operation.
public func withCredentials<Output: Sendable, Failure: Error>(
    _ credentials: BasicCredentials,
    operation: () async throws(Failure) -> Output
) async throws(Failure) -> Output {
    let result = await CallCredentials.$current.withValue(credentials) {
        await Result(awaiting: operation)
    }
    return try result.get()
}

/// The credentials that ``withCredentials(_:operation:)`` sets for the current task.
enum CallCredentials {
    @TaskLocal
    static var current: BasicCredentials?
}
