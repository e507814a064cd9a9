// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

/// Confirms to a member that the name and the password are right; clients call this at login.
public struct IdentifyMember: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /api/v1/member"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats
    /// The description of the endpoint.
    public static let about = About("Tells who is calling.", tags: ["members"])
    /// The member whose credentials were sent.
    public typealias Output = MemberProfile
    /// Only members may call.
    public typealias Caller = Member
    /// Never cached, since the answer is for this caller only.
    public static let caching: Caching = .never

    /// Creates a call.
    public init() {}
}

/// The profile of the member who calls.
public struct MemberProfile: Resource, Hashable {
    /// The type in JSON:API: `members`.
    public static let resourceType = "members"

    /// The number of the account.
    public let id: Int
    /// The name of the account.
    public let name: String

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - id: The number of the account.
    ///   - name: The name of the account.
    public init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}
