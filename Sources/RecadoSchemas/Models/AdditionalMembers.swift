// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The members of an object that its model does not list (`additionalProperties` of JSON Schema).
public enum AdditionalMembers: Sendable {
    /// Reads the members that are not listed.
    ///
    /// - Parameters:
    ///   - decoder: The decoder that holds the object.
    ///   - listed: The keys of the members that the model lists.
    /// - Returns: The members.
    /// - Throws: The errors of decoding a value.
    public static func read<Member: Decodable>(
        from decoder: any Decoder,
        besides listed: [String]
    ) throws -> [String: Member] {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        let listed = Set(listed)
        var members: [String: Member] = [:]
        for key in container.allKeys where !listed.contains(key.stringValue) {
            members[key.stringValue] = try container.decode(Member.self, forKey: key)
        }
        return members
    }

    /// Writes members that are not listed.
    ///
    /// - Parameters:
    ///   - members: The members.
    ///   - encoder: The encoder that receives the object.
    ///   - listed: The keys of the members that the model lists, which are not written again.
    /// - Throws: The errors of encoding a value.
    public static func write<Member: Encodable>(
        _ members: [String: Member],
        to encoder: any Encoder,
        besides listed: [String]
    ) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        let listed = Set(listed)
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where !listed.contains(name) {
            try container.encode(value, forKey: AnyCodingKey(stringValue: name))
        }
    }
}
