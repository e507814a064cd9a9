// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ResourceIndexer {
    /// Refuses a resource among the included ones that nothing leads to from the primary data.
    func checkLinkage() throws(CodingFailure) {
        var reached: Set<UInt32> = []
        var queue = table.entries.filter { !$0.isIncluded }
        while let entry = queue.popLast() {
            guard reached.insert(entry.node).inserted, entry.relationships != 0 else { continue }
            for key in members(of: Int(entry.relationships)) {
                queue += links(of: key + 1).compactMap(target(of:))
            }
        }
        for entry in table.entries where entry.isIncluded && !reached.contains(entry.node) {
            throw failure(
                .invalidValue,
                "expected a link to this resource from the primary data or from what that leads to",
                Int(entry.node)
            )
        }
    }

    /// Lets identifiers lead to resources only where paths from the primary data go.
    func restrict(to include: IncludePaths) {
        struct Visit: Hashable {
            let node: UInt32
            let paths: IncludePaths
        }
        var seen: Set<Visit> = []
        var queue = table.entries.filter { !$0.isIncluded }.map { ($0, include) }
        while let (entry, paths) = queue.popLast() {
            guard entry.relationships != 0, !paths.isEmpty,
                seen.insert(Visit(node: entry.node, paths: paths)).inserted
            else { continue }
            for key in members(of: Int(entry.relationships)) {
                guard let rest = paths.children[texts.text(of: key)] else {
                    continue
                }
                for link in links(of: key + 1) {
                    mark(link, .link)
                    if let target = target(of: link) { queue.append((target, rest)) }
                }
            }
        }
    }

    /// Refuses names that the specification does not allow, and one that stands for two fields.
    func checkNames(of resource: Int) throws(CodingFailure) {
        let attributes = member(.attributes, of: resource)
        let relationships = member(.relationships, of: resource)
        var names: Set<[UInt8]> = []
        for object in [attributes, relationships] where object != 0 {
            for key in members(of: object) {
                let name = Array(texts.text(of: key).utf8)
                guard MemberName.isValid(name) else {
                    throw failure(.invalidValue, "expected a name that JSON:API allows", key + 1)
                }
                if isKey(key, .type) || isKey(key, .id) {
                    throw failure(.invalidValue, "expected no field named type or id", key + 1)
                }
                guard names.insert(name).inserted else {
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
