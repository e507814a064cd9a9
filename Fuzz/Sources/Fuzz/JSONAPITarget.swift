// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Reads documents with and without models, and checks that the lenient reader accepts what the
/// strict one does.
enum JSONAPITarget {
    static func read(_ input: [UInt8]) {
        var strict = JSONAPI()
        strict.isStrict = true
        var linked = strict
        linked.checksFullLinkage = true
        let lenient = JSONAPI()
        for format in [lenient, strict, linked] {
            _ = try? format.decode([Article].self, from: input)
            _ = try? format.decode(ResourceIdentifier.self, from: input)
            _ = try? format.decode([ResourceIdentifier].self, from: input)
            _ = try? format.topLevel(Value.self, from: input)
            _ = try? format.errors(from: input)
        }
        let (isStrict, isLinked) = (isArticle(input, strict), isArticle(input, linked))
        if isStrict, !isArticle(input, lenient) { fail("only the strict reader accepts it") }
        if isLinked, !isStrict { fail("refused only without full linkage") }
        _ = IncludePaths(list: String(decoding: input, as: UTF8.self))
    }

    private static func isArticle(_ input: [UInt8], _ format: JSONAPI) -> Bool {
        (try? format.decode(Article.self, from: input)) != nil
    }
}

/// A resource with every kind of member that a resource may have.
private struct Article: Resource {
    static let resourceType = "articles"
    var id: String
    var title: String?
    var tags: [String]?
    var author: ToOne<Person>?
    var comments: ToMany<Person>?
}

private struct Person: Resource {
    static let resourceType = "people"
    var id: String
    var name: String?
}
