// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Secrets in command-line arguments` {
    private func secret(_ value: String, of option: String) -> String? {
        let bytes = Array(value.utf8)
        return ArgumentMask.secret(in: bytes, of: option)
            .map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("--user", "ana:pass:word", "pass:word"), ("--user", "ana:", ""), ("--appid", "key", "key"),
        ("--database", "postgresql://ana:p@ss@db.example.org/club", "p@ss"),
        ("--database", "postgres://ana:pass@db/club?x=a:b", "pass"),
        ("--database-direct", "postgres://ana:pass@db/club", "pass"),
        ("--shard", "postgresql://ana:pass@db3/club", "pass"),
        ("--replica", "postgres://ana:pass@db2/club", "pass"),
    ])
    func `are located in option values`(_ option: String, _ value: String, _ expected: String) {
        #expect(secret(value, of: option) == expected)
    }

    @Test(arguments: [
        ("--user", "ana"), ("--database", "films.sqlite"),
        ("--database", "postgresql://ana@db/club"),
        ("--database", "@"), ("--database", ":@"), ("--title", "a:b"), ("--user", ""),
        ("--server", "http://localhost:3000"),
    ])
    func `are not found in values without secrets`(_ option: String, _ value: String) {
        #expect(secret(value, of: option) == nil)
    }
}
