// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Attack {
    static var onForms: [Attack] {
        [
            form("100 000 parameters") { many(100_000, "&") { "k\($0)=1" } },
            form("100 000 parameters, if they are allowed", raised: true) {
                many(100_000, "&") { "k\($0)=1" }
            },
            form("100 000 unknown parameters, a model of 50", Fifty.self, raised: true) {
                many(100_000, "&") { "x\($0)=1" }
            },
            form("one parameter 100 000 times", raised: true) { many(100_000, "&") { _ in "a=1" } },
            form("one parameter 100 000 times, a model of 50", Fifty.self, raised: true) {
                many(100_000, "&") { _ in "k7=1" }
            },
            form("a list of 100 000, backwards", raised: true) {
                many(100_000, "&") { "a[\(100_000 - $0)]=1" }
            },
            form("one name of 1 000 000 levels") { "a" + many(1_000_000, "[b]") + "=1" },
            form("10 000 names of 30 levels", raised: true) {
                many(10_000, "&") { "a\($0)\(many(30, "[b]"))=1" }
            },
            form("a value of 300 000 escapes") { "a=" + many(300_000, "%41") },
            form("1 000 000 separators") { many(1_000_000, "&") },
        ]
    }

    private static func form<T: Decodable>(
        _ name: String,
        _ type: T.Type = Value.self,
        raised: Bool = false,
        _ hostile: @escaping () -> String
    ) -> Attack {
        var open = URLEncodedForm()
        (open.limits.pairs, open.limits.index, open.limits.bytes) = (.max, .max, .max)
        let form = raised ? open : URLEncodedForm()
        return Attack(
            name: "form: \(name)",
            hostile: { Array(hostile().utf8) },
            innocent: { [open] in try open.encode(["films": films($0)]) },
            read: { [form] in _ = try form.decode(T.self, from: $0) },
            readInnocent: { [open] in _ = try open.decode(Value.self, from: $0) }
        )
    }
}
