// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import Testing

@Suite(.enabled(if: PythonJudge.isAvailable, "needs Python, which scripts/setup --test installs"))
struct `Forms compared with Python's urllib` {
    private static let documents = [
        "title=El+Cami%C3%B3n&year=1972&tag=a&tag=b&flag&empty=&=x&%26=%3D",
        "a=1&b=%E2%82%AC&c=%F0%9F%98%80&d=a%20b+c&e=100%25&f=%",
        "&&a=b=c&;=&%61=%62&q=%zz%4&+=+",
    ]

    @Test(arguments: [1, 2] as [UInt64])
    func `mutated forms have the same pairs`(_ seed: UInt64) throws {
        var mutations = Mutations(
            Self.documents,
            alphabet: "&=+%;0123456789ABCDEFabc \n",
            seed: seed
        )
        // Brackets in names mean nesting in Recado, but have no meaning in urllib.
        let documents = mutations.take(3_000).filter { document in
            let text = String(decoding: document, as: UTF8.self).uppercased()
            return !text.contains("%5B") && !text.contains("%5D")
        }
        for (document, verdict) in zip(documents, try PythonJudge.verdicts(.form, documents)) {
            let text = String(decoding: document, as: UTF8.self)
            let pairs = try verdict.map {
                try JSONDecoder().decode([[String]].self, from: Data($0.utf8))
            }
            #expect(
                (try? QueryItems(parsing: text)).map { $0.map { [$0.name, $0.value] } } == pairs,
                "\(text)"
            )
            #expect(
                (try? URLEncodedForm().value(from: document)) == pairs.map(Self.value),
                "\(text)"
            )
        }
    }

    /// Returns the pairs as a value: a name that occurs several times becomes a list.
    private static func value(_ pairs: [[String]]) -> Value {
        var object = Value.Object()
        for pair in pairs {
            let text = Value.string(pair[1])
            switch object[pair[0]] {
            case nil: object[pair[0]] = text
            case .array(let elements): object[pair[0]] = .array(elements + [text])
            case let first?: object[pair[0]] = .array([first, text])
            }
        }
        return .object(object)
    }
}
