// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a member whose meaning JSON:API defines.
struct MemberToken: Sendable {
    private let text: StaticString
    /// The payload of a key node with this name, for comparison.
    let payload: UInt64

    private init(_ text: StaticString) {
        self.text = text
        payload = KeyName.payload(ByteReader(text))
    }

    /// The bytes of the name.
    var bytes: ByteReader { ByteReader(text) }

    static let attributes = MemberToken("attributes")
    static let relationships = MemberToken("relationships")
    static let id = MemberToken("id")
    static let type = MemberToken("type")
    static let lid = MemberToken("lid")
    static let data = MemberToken("data")
    static let included = MemberToken("included")
    static let errors = MemberToken("errors")
    static let links = MemberToken("links")
    static let meta = MemberToken("meta")
    static let jsonapi = MemberToken("jsonapi")
}

extension TreeDecoder {
    /// Returns the node index of a member's value, or 0 if there is none.
    func find(_ token: MemberToken, in object: Int) -> Int {
        find(token.bytes, in: object)
    }
}
