// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints

/// A score that somebody reached in a game.
///
/// The name and the total may be missing, because the original service (see ``Scores``) does not
/// validate what people enter.
public struct Score: Codable, Sendable, Hashable, Identifiable {
    /// The time at which the score was added, in UTC: `2012-09-24T08:15:13Z`.
    public var createdAt: String
    /// The number that the service has assigned to this score only; numbers are never reused.
    public var id: Int
    /// The name of the player.
    public var name: String?
    /// The number of points.
    public var total: Int?
    /// The time of the last change, in UTC: `2012-09-24T08:15:13Z`.
    public var updatedAt: String

    /// The names on the wire, in alphabetical order.
    public enum CodingKeys: String, CodingKey {
        /// The time at which the score was added.
        case createdAt = "created_at"
        /// The number.
        case id
        /// The name of the player.
        case name
        /// The number of points.
        case total
        /// The time of the last change.
        case updatedAt = "updated_at"
    }

    /// Creates a score.
    ///
    /// - Parameters:
    ///   - id: The number that the service assigned.
    ///   - name: The name of the player.
    ///   - total: The number of points.
    ///   - createdAt: The time at which the score was added, in UTC: `2012-09-24T08:15:13Z`.
    ///   - updatedAt: The time of the last change; by default `createdAt`.
    public init(
        id: Int,
        name: String?,
        total: Int?,
        createdAt: String,
        updatedAt: String? = nil
    ) {
        self.id = id
        self.name = name
        self.total = total
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }
}

/// The members of a score to add or to change; members that a change leaves out stay unchanged.
public struct ScoreDraft: Codable, Sendable, Hashable {
    /// The name of the player, of at most 255 characters, the length of a Rails `string` in MySQL.
    @OptionalLength<0, 255> public var name: String?
    /// The number of points.
    public var total: Int?

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - name: The name of the player, of at most 255 characters.
    ///   - total: The number of points.
    public init(name: String? = nil, total: Int? = nil) {
        self.name = name
        self.total = total
    }
}

extension [Format] {
    /// Returns JSON, and XML as Rails writes it, with the given name for the root element.
    static func rails(root: String? = nil) -> [Format] {
        var xml = XML()
        xml.isRails = true
        xml.isPretty = true
        xml.root = root
        Score.markRails(&xml)
        return [.json, .xml(xml)]
    }
}
