// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@testable import RecadoAuthentication
@testable import RecadoClient

/// Each store gets far more entries than it may hold: as many as a debug build handles in a second.
@Suite(.timeLimit(.minutes(2))) struct `Memory of client state` {
    private static let count = 200_000

    @Test func `the number of host states is limited, and a busy host keeps its state`() {
        var table = HostTable<Int>()
        table["busy"] = 0
        var most = 0
        for number in 1...Self.count {
            table.makeRoom { $0 != 0 }
            table["\(number)"] = number
            most = max(most, table.count)
        }
        #expect(most <= 1_024)
        #expect(table["busy"] == 0)
    }

    @Test func `adding a host takes constant time even if every host is busy`() {
        var table = HostTable<Int>()
        var looks = 0
        for number in 1...100_000 {
            table.makeRoom { _ in
                looks += 1
                return false
            }
            table["\(number)"] = number
        }
        #expect(table.count == 100_000)
        #expect(looks <= 200_000)
    }

    private static func cookie(_ domain: String, expires: HTTPDate? = nil) -> Cookie {
        Cookie(
            name: "a",
            value: "1",
            domain: domain,
            isHostOnly: true,
            path: "/",
            expires: expires,
            isSecure: false,
            isHTTPOnly: false,
            sameSite: .unspecified,
            isPartitioned: false
        )
    }

    @Test func `expired cookies of many domains leave no entries`() {
        var store = CookieStore(limits: CookieJar.Limits(), suffixes: PublicSuffixes(list: ""))
        let now = HTTPDate(secondsSince1970: 1_000)
        for number in 0..<Self.count / 4 {
            let domain = "h\(number).example"
            store.keep(Self.cookie(domain), now: now)
            store.keep(Self.cookie(domain, expires: HTTPDate(secondsSince1970: 1)), now: now)
            #expect(store.entryCount == 0)
        }
    }

    @Test func `unexpired cookies of many domains leave a limited number of entries`() {
        var limits = CookieJar.Limits()
        limits.cookies = 10
        var store = CookieStore(limits: limits, suffixes: PublicSuffixes(list: ""))
        var most = 0
        for number in 0..<Self.count / 20 {
            let now = HTTPDate(secondsSince1970: 1_000)
            store.keep(Self.cookie("h\(number).example"), now: now)
            most = max(most, store.entryCount)
        }
        #expect(most <= 20)
    }

    @Test func `cached responses of many URLs leave a limited number of entries`() {
        var limits = MemoryCacheStore.Limits()
        limits.entries = 20
        let store = MemoryCacheStore(limits: limits)
        let date = HTTPDate(secondsSince1970: 1_000)
        let entry = CacheEntry(
            selectors: [],
            status: .ok,
            fields: [:],
            content: [],
            requested: date,
            received: date
        )
        var most = 0
        for number in 0..<Self.count / 4 {
            store.keep(entry, for: "\(number)")
            most = max(most, store.entryCount)
        }
        #expect(most <= 40)
    }

    @Test func `cached variants of one URL stay within the byte limit of the store`() {
        var limits = MemoryCacheStore.Limits()
        limits.bytes = 100_000
        let store = MemoryCacheStore(limits: limits)
        let date = HTTPDate(secondsSince1970: 1_000)
        for number in 0..<8 {
            let entry = CacheEntry(
                selectors: [.init(name: "Accept", value: "\(number)")],
                status: .ok,
                fields: [:],
                content: [UInt8](repeating: 0, count: 60_000),
                requested: date,
                received: date
            )
            store.keep(entry, for: "a")
        }
        #expect(store.size <= limits.bytes)
        #expect(store.entries(for: "a").map(\.selectors.first?.value) == ["7"])
    }

    @Test func `credentials refused by many servers leave a limited number of entries`() throws {
        let memory = AuthenticationMemory()
        let credentials = try BasicCredentials(user: "robin", password: "wrong")
        let first = ProtectionSpace(origin: "https://0.example", realm: "r")
        var most = 0
        for number in 0..<Self.count {
            let space = ProtectionSpace(origin: "https://\(number).example", realm: "r")
            memory.noteRefusal(of: credentials, for: space)
            most = max(most, memory.entryCount)
            // A refusal by a server that is already in the memory removes no other server.
            if number == 255 { memory.noteRefusal(of: credentials, for: first) }
            if number == 255 { #expect(memory.refusals(of: credentials, for: first) == 2) }
        }
        #expect(most <= 256)
    }
}
