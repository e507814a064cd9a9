// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints

/// A score that somebody reached in a game.
///
/// Both members that people give may be missing, as the service of the
/// course has no rules for them.
public struct Score: Codable, Sendable, Hashable, Identifiable {
    /// When it was added, in UTC: `2012-09-24T08:15:13Z`.
    public var createdAt: String
    /// The number that the service gave it, which is never given again.
    public var id: Int
    /// The name of the player.
    public var name: String?
    /// The number of points.
    public var total: Int?
    /// When it was last changed, in UTC: `2012-09-24T08:15:13Z`.
    public var updatedAt: String

    /// The names on the wire, which stand in the order of the alphabet there.
    public enum CodingKeys: String, CodingKey {
        /// When it was added.
        case createdAt = "created_at"
        /// The number.
        case id
        /// The name of the player.
        case name
        /// The number of points.
        case total
        /// When it was last changed.
        case updatedAt = "updated_at"
    }

    /// Creates a score.
    ///
    /// - Parameters:
    ///   - id: The number that the service gave it.
    ///   - name: The name of the player.
    ///   - total: The number of points.
    ///   - createdAt: When it was added, in UTC: `2012-09-24T08:15:13Z`.
    ///   - updatedAt: When it was last changed; when it was added by default.
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

/// The members of a score that clients send to add or change one; members that are left out of a
/// change stay.
public struct ScoreDraft: Codable, Sendable, Hashable {
    /// The name of the player, of at most 255 characters: the room that a `string` of Rails has in
    /// MySQL.
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
    /// JSON, and XML as Rails writes it, with a root of a certain name.
    static func rails(root: String? = nil) -> [Format] {
        var xml = XML()
        xml.isRails = true
        xml.isPretty = true
        xml.root = root
        Score.markRails(&xml)
        return [.json, .xml(xml)]
    }
}
