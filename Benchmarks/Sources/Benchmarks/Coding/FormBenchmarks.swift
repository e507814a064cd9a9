// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Compares the decoding of forms with `URLComponents` and a dictionary, as people write it by
/// hand.
enum FormBenchmarks {
    private struct Signup: Codable {
        var name: String
        var email: String
        var age: Int
        var city: String?
        var newsletter: Bool
        var plan: String
        var comment: String
        var source: String
    }

    static func run() async throws {
        print("\nforms: × is the peer's time divided by ours")
        let text = """
            name=Ana+Garc%C3%ADa&email=ana%40example.org&age=34&city=Alacant&newsletter=on\
            &plan=monthly&comment=Una+pel%C3%ADcula+con+%22camiones%22%2C+por+favor.&source=cartel
            """
        let bytes = Array(text.utf8)
        let (ours, theirs) = (try URLEncodedForm().decode(Signup.self, from: bytes), byHand(bytes))
        guard ours.comment == theirs?.comment, ours.newsletter == theirs?.newsletter else {
            throw BenchmarkFailure("the two readers of forms do not agree")
        }
        try await Contest(
            title: "decode a form of 8 fields, \(bytes.count) bytes (wanted × 2)",
            entries: [
                .init(name: "Recado") {
                    _ = try URLEncodedForm().decode(Signup.self, from: bytes)
                },
                .init(name: "URLComponents and a dictionary") { _ = byHand(bytes) },
            ],
            runs: 2_000,
            rounds: 11
        ).run()
    }

    private static func byHand(_ bytes: [UInt8]) -> Signup? {
        var components = URLComponents()
        // `URLComponents` reads queries, in which a plus sign is not a space.
        components.percentEncodedQuery = String(decoding: bytes, as: UTF8.self)
            .replacing("+", with: "%20")
        var fields: [String: String] = [:]
        for item in components.queryItems ?? [] { fields[item.name] = item.value }
        guard let name = fields["name"], let email = fields["email"],
            let age = fields["age"].flatMap({ Int($0) }), let plan = fields["plan"],
            let comment = fields["comment"], let source = fields["source"]
        else { return nil }
        return Signup(
            name: name,
            email: email,
            age: age,
            city: fields["city"],
            newsletter: fields["newsletter"] == "on",
            plan: plan,
            comment: comment,
            source: source
        )
    }
}
