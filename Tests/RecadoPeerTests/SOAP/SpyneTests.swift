// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoEndpoints
import RecadoSockets
import Testing

/// The operations of the shop, declared by hand to match its description.
private enum Shop {
    static let namespace = "urn:example:shop"

    struct Item: Codable, Sendable, Equatable {
        var name: String
        var price: Decimal?
        var tags: [String]
        var made: Date?
    }

    struct Repeat: SOAP.Operation {
        static let element = "repeat"
        static let action = "repeat"
        static let namespace = Shop.namespace
        static let result: String? = "repeatResult"

        struct Output: Decodable, Sendable {
            var items: [Item]
            enum CodingKeys: String, CodingKey { case items = "Item" }
        }

        struct Failure: SOAP.Failure {
            let reason: String
            init?(_ fault: SOAP.Fault) {
                guard fault.code == .sender else { return nil }
                reason = fault.reason
            }
        }

        var item: Item
        var times: Int
    }

    struct Measure: SOAP.Operation {
        static let element = "measure"
        static let action = "measure"
        static let namespace = Shop.namespace
        static let result: String? = "measureResult"
        typealias Output = Int
        var data: Data
    }

    struct Whoami: SOAP.Operation {
        static let element = "whoami"
        static let action = "whoami"
        static let namespace = Shop.namespace
        static let result: String? = "whoamiResult"
        typealias Output = String?
    }
}

@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: SpyneShop.isInstalled, "scripts/setup --test installs it for Python before 3.12")
)
struct `SOAP client with a spyne server` {
    @Test(arguments: SOAP.Version.allCases)
    func `the client calls each operation`(_ version: SOAP.Version) async throws {
        let peer = try await SpyneShop.start(version)
        let client = try Client(base: "http://127.0.0.1:\(peer.greeting)")
        var soap = client.soap()
        soap.version = version
        let item = Shop.Item(
            name: "Café <&> 🙂",
            price: 12.5,
            tags: ["a", "ñ"],
            made: Date(timeIntervalSince1970: 1_000_000_000)
        )
        let items = try await soap.send(Shop.Repeat(item: item, times: 3)).items
        #expect(items == [item, item, item])
        #expect(try await soap.send(Shop.Repeat(item: item, times: 0)).items.isEmpty)
        let data = Data(repeating: 0xFF, count: 300_000)
        #expect(try await soap.send(Shop.Measure(data: data)) == data.count)
        #expect(try await soap.send(Shop.Whoami()) == nil)
        soap.headers = [try SOAP.Header("Token", namespace: Shop.namespace, ["key": "ana"])]
        #expect(try await soap.send(Shop.Whoami()) == "ana")
    }

    @Test(arguments: SOAP.Version.allCases)
    func `faults are thrown as typed failures`(_ version: SOAP.Version) async throws {
        let peer = try await SpyneShop.start(version)
        var soap = try Client(base: "http://127.0.0.1:\(peer.greeting)").soap()
        soap.version = version
        let item = Shop.Item(name: "", price: nil, tags: [], made: nil)
        do {
            _ = try await soap.send(Shop.Repeat(item: item, times: -1))
            Issue.record("it was answered")
        } catch {
            #expect(error.failure?.reason == "times must not be below zero")
            #expect(error.kind == .failed)
        }
    }
}

/// A service that uses the Python package `spyne`.
private enum SpyneShop {
    static let isInstalled: Bool = {
        let root = URL(filePath: PythonClient.python).deletingLastPathComponent()
            .deletingLastPathComponent()
        let libraries = root.appending(path: "lib")
        let versions = try? FileManager.default.contentsOfDirectory(atPath: libraries.path())
        return versions?.contains { version in
            let place = libraries.appending(path: "\(version)/site-packages/spyne")
            return FileManager.default.fileExists(atPath: place.path())
        } ?? false
    }()

    static func start(_ version: SOAP.Version) async throws -> Peer {
        try await Peer(
            PythonClient.python,
            ["-c", program, version == .soap11 ? "1" : "2"],
            in: Peer.makeFolder(),
            greets: true
        )
    }

    private static let program = #"""
        import sys
        from wsgiref.simple_server import make_server, WSGIRequestHandler
        from spyne import Application, ServiceBase, rpc, Array, Integer, Unicode, DateTime, Decimal, ComplexModel, ByteArray, Fault
        from spyne.protocol.soap import Soap11, Soap12
        from spyne.server.wsgi import WsgiApplication
        class Quiet(WSGIRequestHandler):
            def log_message(self, *arguments): pass
        class Token(ComplexModel):
            __namespace__ = "urn:example:shop"
            key = Unicode
        class Item(ComplexModel):
            __namespace__ = "urn:example:shop"
            name = Unicode(min_occurs=1)
            price = Decimal
            tags = Unicode(max_occurs="unbounded")
            made = DateTime
        class Shop(ServiceBase):
            __in_header__ = Token
            @rpc(Item, Integer, _returns=Array(Item))
            def repeat(ctx, item, times):
                if times < 0:
                    raise Fault("Client.Negative", "times must not be below zero", detail={"negative": {"times": str(times)}})
                return [item] * times
            @rpc(ByteArray, _returns=Integer)
            def measure(ctx, data):
                return sum(len(part) for part in data)
            @rpc(_returns=Unicode)
            def whoami(ctx):
                return ctx.in_header.key if ctx.in_header else None
        version = {"1": Soap11, "2": Soap12}[sys.argv[1]]
        application = Application([Shop], "urn:example:shop", name="Shop", in_protocol=version(), out_protocol=version())
        server = make_server("127.0.0.1", 0, WsgiApplication(application), handler_class=Quiet)
        print(server.server_port, flush=True)
        server.serve_forever()
        """#
}
