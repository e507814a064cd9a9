// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ResourceIndexer {
    /// Throws if an included resource is not linked to from the primary data, directly or
    /// indirectly.
    func checkLinkage() throws(CodingError) {
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

    /// Marks the identifiers that the given paths reach from the primary data; only these are
    /// resolved.
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
                guard let rest = paths[texts.text(of: node(key))] else {
                    continue
                }
                for link in links(of: key + 1) {
                    mark(link, .link)
                    if let target = target(of: link) { queue.append((target, rest)) }
                }
            }
        }
    }
}
