// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Compares JSON:API, with all relationships resolved, with Foundation reading only the attributes
/// of the same text.
enum JSONAPIBenchmarks {
    private struct Article: Resource {
        static let resourceType = "articles"
        var id: String
        var title: String
        var summary: String
        var words: Int
        var rating: Double
        var isPublished: Bool
        var language: String
        var tags: [String]
        var author: ToOne<Person>
        var comments: ToMany<Comment>
    }

    private struct Person: Resource {
        static let resourceType = "people"
        var id: String
        var name: String
        var email: String
        var posts: Int
    }

    private struct Comment: Resource {
        static let resourceType = "comments"
        var id: String
        var body: String
        var votes: Int
        var author: ToOne<Person>
    }

    /// A model that reads the attributes of all resources in the document, but no relationships.
    private struct Attributes: Decodable {
        struct Item: Decodable {
            struct Fields: Decodable {
                let title, summary: String
                let words: Int
                let rating: Double
                let isPublished: Bool
                let language: String
                let tags: [String]
            }

            let id: String
            let type: String
            let attributes: Fields
        }

        struct Included: Decodable {
            struct Fields: Decodable {
                let name, email: String?
                let posts: Int?
                let body: String?
                let votes: Int?
            }

            let id: String
            let type: String
            let attributes: Fields
        }

        let data: [Item]
        let included: [Included]
    }

    static func run() async throws {
        print("\nJSON:API: × is the peer's time divided by ours")
        let articles = articles()
        let bytes = try JSONAPI().encode(articles)
        let data = Data(bytes)
        let read = try JSONAPI().decode([Article].self, from: bytes)
        guard read.count == 1_000, read.allSatisfy({ $0.author.value != nil }),
            read.last?.comments.values.count == 2
        else { throw BenchmarkFailure("the articles were not read with what they lead to") }
        let decoder = JSONDecoder()
        try await Contest(
            title: "decode 1 000 articles, includes resolved, \(bytes.count) bytes (wanted × 2.2)",
            entries: [
                .init(name: "Recado") {
                    _ = try JSONAPI().decode([Article].self, from: bytes)
                },
                .init(name: "Foundation, attributes alone") {
                    _ = try decoder.decode(Attributes.self, from: data)
                },
            ],
            runs: 3,
            rounds: 11
        ).run()
        try await Contest(
            title: "encode 1 000 articles with what they include",
            entries: [
                .init(name: "Recado, JSON:API") { _ = try JSONAPI().encode(articles) },
                .init(name: "Recado, the same as JSON") { _ = try JSON().encode(articles) },
            ],
            runs: 3,
            rounds: 7
        ).run()
    }

    private static func articles() -> [Article] {
        let people = (0..<50).map {
            Person(id: "p\($0)", name: "Persona \($0)", email: "p\($0)@example.org", posts: $0)
        }
        return (0..<1_000).map { number in
            let comments = (0..<2).map {
                Comment(
                    id: "c\(number)-\($0)",
                    body: "A remark of some length on article \(number)",
                    votes: $0,
                    author: ToOne(people[(number + $0) % 50])
                )
            }
            return Article(
                id: "\(number)",
                title: "The title of article \(number)",
                summary: "What the article is about, in a sentence that is neither short nor long.",
                words: 300 + number,
                rating: Double(number % 50) / 10,
                isPublished: number % 3 != 0,
                language: "es",
                tags: ["one", "two", "three"],
                author: ToOne(people[number % 50]),
                comments: ToMany(comments)
            )
        }
    }
}
