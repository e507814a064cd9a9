// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import Testing

private struct FindThings: Endpoint {
    static let route: Route = "GET /things"
    typealias Output = [String]
    @Query var offset: Within<0, 9>?
    @Query var names: [String]?
    @Query var plain: String?
    @Query var odd: String?

    enum CodingKeys: String, CodingKey {
        case offset = "page[offset]"
        case names = "filter[name][of]"
        case plain
        case odd = "odd]"
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Query parameters with brackets in their names` {
    private static func application() throws -> Application {
        var service = Service(
            API(name: "a", title: "A", version: "1", prefix: "", endpoints: [FindThings.self])
        )
        service.serve { (call: FindThings) in
            [
                "\(call.offset?.wrappedValue ?? -1)", "\(call.names ?? [])", call.plain ?? "-",
                call.odd ?? "-",
            ]
        }
        return try Application([service])
    }

    private static func value(_ target: String) async throws -> (status: Int, value: Value) {
        let request = Request(method: .get, authority: "h", target: target)
        let response = try await application().respond(to: request)
        let bytes = try await response.content.collect(upTo: 1 << 16)
        return (response.status.code, try JSON().value(from: bytes))
    }

    @Test(arguments: [
        ("page[offset]=3", ["3", "[]", "-", "-"]), ("page%5Boffset%5D=3", ["3", "[]", "-", "-"]),
        ("filter[name][of]=a&filter[name][of]=b", ["-1", #"["a", "b"]"#, "-", "-"]),
        ("filter[name][of]=a", ["-1", #"["a"]"#, "-", "-"]),
        ("page=3&plain=x", ["-1", "[]", "x", "-"]), ("filter[name]=a", ["-1", "[]", "-", "-"]),
        ("page[limit]=1&filter[name][by]=a", ["-1", "[]", "-", "-"]),
        ("odd%5D=x", ["-1", "[]", "-", "x"]),
    ])
    func `are read from a query`(query: String, expected: [String]) async throws {
        let (status, value) = try await Self.value("/things?" + query)
        #expect(status == 200)
        #expect(value == .array(expected.map { .string($0) }), "\(value)")
    }

    @Test(arguments: ["page[offset]=10", "page[offset]=x", "page[offset][a]=1"])
    func `are named in the error if they are refused`(query: String) async throws {
        let (status, value) = try await Self.value("/things?" + query)
        #expect(status == 422)
        #expect(value[path: "errors.0.parameter"] == "page[offset]")
    }

    @Test func `are sent by a client and read back unchanged`() async throws {
        let client = try Client(
            base: "https://h",
            transport: InProcessTransport(Self.application())
        )
        var call = FindThings()
        call.names = ["a&b", "[c]"]
        call.offset = 0
        #expect(try await client.send(call) == ["0", #"["a&b", "[c]"]"#, "-", "-"])
    }
}
