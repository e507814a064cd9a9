// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A source of the caller's credentials.
///
/// ```swift
/// middleware.authentication = .challenges(.constant(member))
/// middleware.authentication = .challenges(try Netrc.read(home + "/.netrc"))
/// ```
public protocol CredentialSource: Sendable {
    /// The credentials for a protection space; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: The number of credentials that the server has refused in this call.
    /// - Returns: The credentials. If they are the same as before, the call ends with the server's
    ///   refusal.
    /// - Throws: The error that prevented the search for credentials.
    func credentials(
        for space: ProtectionSpace,
        failures: Int
    ) async throws -> BasicCredentials?
}

/// A source of the same credentials for one host, or for every server that asks.
public struct ConstantCredentials: CredentialSource {
    private let credentials: BasicCredentials
    private let host: String?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - credentials: The credentials of the caller.
    ///   - host: The only host that gets them, without its port; `nil` for every server.
    public init(_ credentials: BasicCredentials, host: String? = nil) {
        self.credentials = credentials
        self.host = host?.lowercased()
    }

    /// The credentials, if the space belongs to the host.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used.
    /// - Returns: The credentials.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? {
        host == nil || host == space.host ? credentials : nil
    }
}

/// Several sources, of which the first one that has credentials is used.
public struct CredentialSources: CredentialSource {
    private let sources: [any CredentialSource]

    /// Creates a source from several sources.
    ///
    /// - Parameter sources: The sources to ask, in this order.
    public init(_ sources: [any CredentialSource]) {
        self.sources = sources
    }

    /// The credentials of the first source that has any.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: The number of credentials that the server has refused in this call.
    /// - Returns: The credentials.
    /// - Throws: The errors of a source.
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
    /// A source of the same credentials for every server that asks.
    ///
    /// - Parameter credentials: The credentials of the caller.
    /// - Returns: The source.
    public static func constant(_ credentials: BasicCredentials) -> ConstantCredentials {
        ConstantCredentials(credentials)
    }
}

/// Makes calls with other credentials than those of the transport's source.
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

/// The credentials of the calls that a task makes.
enum CallCredentials {
    @TaskLocal
    static var current: BasicCredentials?
}
