// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Score {
    /// Writes the score.
    ///
    /// In the XML of Rails, the attribute `type` of an element names the type of the database
    /// column.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        guard Self.key.flatMap({ encoder.userInfo[$0] }) != nil else {
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(id, forKey: .id)
            try container.encodeIfPresent(name, forKey: .name)
            try container.encodeIfPresent(total, forKey: .total)
            try container.encode(updatedAt, forKey: .updatedAt)
            return
        }
        try container.encode(RailsTime(createdAt), forKey: .createdAt)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        if let total {
            try container.encode(total, forKey: .total)
        } else {
            try container.encode(RailsNull(), forKey: .total)
        }
        try container.encode(RailsTime(updatedAt), forKey: .updatedAt)
    }

    /// The key in `userInfo` that distinguishes the XML of Rails from other formats.
    private static let key = CodingUserInfoKey(rawValue: "recado.scores.rails")

    /// Makes an encoder write scores as Rails writes them.
    static func markRails(_ xml: inout XML) {
        if let key { xml.userInfo[key] = true }
    }
}

/// The XML of a time: `<created-at type="datetime">2012-09-24T08:15:13Z</created-at>`.
private struct RailsTime: Encodable {
    @XML.Attribute var type = "datetime"
    @XML.Text var text: String

    init(_ text: String) { self.text = text }
}

/// The XML of a missing integer: `<total type="integer" nil="true"/>`.
private struct RailsNull: Encodable {
    @XML.Attribute var type = "integer"
    @XML.Attribute var `nil` = "true"
}
