// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The notation of JSON:API: attributes and relationships are read as members of their resource,
/// and an identifier is read as the resource that it identifies.
enum JSONAPINotation: Notation {
    static func member(
        _ name: ByteReader,
        of object: Int,
        as role: MemberRole,
        in decoder: TreeDecoder
    ) -> Int {
        guard decoder.isResource(object) else {
            return JSONNotation.member(name, of: object, as: role, in: decoder)
        }
        let resource = decoder.resolved(object).index
        let (payload, parts) = (KeyName.payload(name), decoder.parts(of: resource))
        let index = decoder.find(name, payload, inResource: resource, parts)
        return index == 0 ? -1 : index
    }
}
