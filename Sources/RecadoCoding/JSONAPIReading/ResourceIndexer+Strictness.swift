// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The checks that only strict reading makes, in addition to the checks that every reading makes.

extension ResourceIndexer {
    /// Refuses names that the specification does not allow, and top-level members such as `meta`
    /// that are not objects.
    func checkDocument() throws(CodingError) {
        try checkNames()
        try checkObjects([.jsonapi, .links, .meta], of: 0)
    }

    /// Refuses members that are present but are not objects.
    func checkObjects(_ names: [MemberToken], of object: Int) throws(CodingError) {
        for name in names {
            let value = member(name, of: object)
            if value != 0 { try need(.object, value, "an object") }
        }
    }

    /// Refuses a type whose name could not be the name of a member (JSON:API 1.1,
    /// "Identification").
    func checkType(_ index: Int) throws(CodingError) {
        guard !MemberName.isValid(texts.text(of: node(index))) else { return }
        throw failure(.invalidValue, "expected the name of a type that JSON:API allows", index)
    }

    /// Refuses names that the specification does not allow, at any position except within members
    /// that begin with `@`.
    private func checkNames() throws(CodingError) {
        let end = texts.count
        var index = 1
        while index < end {
            guard node(index).kind == .key else {
                index += 1
                continue
            }
            let name = texts.text(of: node(index))
            guard MemberName.isValid(name) else {
                throw failure(.invalidValue, "expected a name that JSON:API allows", index + 1)
            }
            let value = node(index + 1)
            let isForeign = name.utf8.first == UInt8(ascii: "@")
            index = isForeign && value.isContainer ? value.end : index + 1
        }
    }

    /// Refuses fields named `type` or `id`, and a name that is used for two fields.
    func checkFields(of resource: Int) throws(CodingError) {
        var names: Set<[UInt8]> = []
        for object in [member(.attributes, of: resource), member(.relationships, of: resource)]
        where object != 0 {
            for key in members(of: object) {
                if isKey(key, .type) || isKey(key, .id) {
                    throw failure(.invalidValue, "expected no field named type or id", key + 1)
                }
                guard names.insert(Array(texts.text(of: node(key)).utf8)).inserted else {
                    throw failure(
                        .duplicateKey,
                        "expected no relationship with the name of an attribute",
                        key + 1
                    )
                }
            }
        }
    }
}
