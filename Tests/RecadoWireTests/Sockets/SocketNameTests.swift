// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoWire
import Testing

@Suite struct `Socket addresses` {
    @Test(arguments: ["127.0.0.1", "192.0.2.7", "::1", "2001:db8::7"])
    func `keep an IP address and its port`(text: String) throws {
        let address = try #require(InternetAddress(text))
        let name = SocketName(address, port: 3_000)
        #expect(name.internetAddress == address)
        #expect(name.internetAddress?.text == text)
        #expect(name.port == 3_000)
        #expect(name.path == nil)
    }

    @Test func `keep a path up to the length limit`() {
        let longest = String(repeating: "a", count: 107)
        #expect(SocketName(path: longest)?.path == longest)
        #expect(SocketName(path: longest + "a") == nil)
        #expect(SocketName(path: "") == nil)
    }

    @Test func `in the abstract namespace begin with a zero byte`() throws {
        let name = try #require(SocketName(abstract: "recado"))
        #expect(name.path == nil)
        let bytes = unsafe name.withPointer { name, length in
            unsafe Array(UnsafeRawBufferPointer(start: name, count: Int(length)).dropFirst(2))
        }
        #expect(bytes == [0] + "recado".utf8)
        #expect(SocketName(abstract: "") == nil)
        #expect(SocketName(abstract: String(repeating: "a", count: 106)) != nil)
        #expect(SocketName(abstract: String(repeating: "a", count: 107)) == nil)
    }

    @Test func `can be copied from a sockaddr structure`() throws {
        let name = SocketName(try #require(InternetAddress("::1")), port: 80)
        let copy = unsafe name.withPointer { unsafe SocketName(copying: $0, length: $1) }
        #expect(copy?.port == 80)
        #expect(copy?.internetAddress?.text == "::1")
        let tooLong = unsafe name.withPointer { name, _ in
            unsafe SocketName(copying: name, length: 4_000)
        }
        #expect(tooLong == nil)
    }

    @Test func `show an IPv4-mapped IPv6 address as IPv4`() {
        let bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 192, 0, 2, 7]
        #expect(InternetAddress(family: .version6, bytes: bytes).text == "192.0.2.7")
    }

    @Test func `distinguish loopback from other addresses`() throws {
        #expect(try #require(InternetAddress("127.8.8.8")).isLoopback)
        #expect(try #require(InternetAddress("::1")).isLoopback)
        #expect(try !#require(InternetAddress("128.0.0.1")).isLoopback)
        #expect(try !#require(InternetAddress("::2")).isLoopback)
    }
}
