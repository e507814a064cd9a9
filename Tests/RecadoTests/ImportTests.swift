// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A file as in a server, which needs only one import besides that of the tests.
import RecadoServer
import Testing

@Suite struct `A single import of Recado` {
    private static func answer(
        _ call: ShowTemperature
    ) throws(ShowTemperature.Failure) -> ShowTemperature.Output {
        guard call.name == "Alicante" else { throw .noSuchCity }
        return ShowTemperature.Output(degrees: call.unit == "F" ? 77 : 25)
    }

    @Test func `is enough for the source file of a client and of a server`() async throws {
        let api = API(
            name: "cities",
            title: "Cities",
            version: "1",
            endpoints: [ShowTemperature.self]
        )
        var service = Service(api)
        service.serve(Self.answer)
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: try Application([service]))
        let address = try #require(try await server.start().first)
        #expect(try await temperature(in: "Alicante", at: "http://\(address)/cities") == 77)
        #expect(try await temperature(in: "Atlantis", at: "http://\(address)/cities") == nil)
        await server.shutdown(grace: .seconds(1))
    }
}
