// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoGenerator
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Calls with generated declarations` {
    /// Compiles the declarations of a fixture with a program that uses them, and returns its
    /// output.
    private func run(_ program: String, with name: String) throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/\(name)")
        let text = try Generated(String(contentsOf: file, encoding: .utf8)).declarations.text
        let imports = text.replacing(
            "import Recado\n",
            with: "import Recado\nimport RecadoTesting\n"
        )
        let written = try Compiler.run(
            imports + program,
            linking: ["RecadoTesting"]
        )
        return String(decoding: written, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let shop = """

        let shop = StubTransport()
        shop.on(Petstore.GetPetById.self) { call throws(Petstore.GetPetById.Failure) in
            guard call.petId == 7 else { throw .notFound }
            return Petstore.Pet(id: 7, name: "Rex", photoUrls: ["a"], status: .sold)
        }
        shop.on(Petstore.AddPet.self) { call throws(Petstore.AddPet.Failure) in call.body }
        shop.on(Petstore.UploadFile.self) { call throws(Petstore.UploadFile.Failure) in
            var size = 0
            do { for try await piece in call.body ?? ByteUpload(.empty) { size += piece.count } } catch {}
            return Petstore.ApiResponse(code: size, message: call.additionalMetadata)
        }
        shop.on(Petstore.DeleteOrder.self, answer: NoContent())
        shop.on(Petstore.LoginUser.self, answer: "hello")
        let keyed = try Client(base: Petstore.address, transport: shop) {
            $0.credentials = APIKeyCredentials<Petstore.ApiKeyPlace>(key: "k")
        }
        let client = try Client(base: Petstore.address, transport: shop) {
            $0.credentials = TokenCredentials<Petstore.PetstoreAuthTokens>(token: "t")
        }
        let pet = Petstore.Pet(name: "Ada", photoUrls: ["a", "b"])
        for format: Format in [.json, .xml, .form] {
            let added = try await client.send(
                Petstore.AddPet(body: pet), with: CallOptions(format: format))
            print(added.name, added.photoUrls)
        }
        let bytes = ByteUpload(Content([1, 2, 3]))
        print(try await client.send(Petstore.UploadFile(petId: 7, body: bytes)).code ?? 0)
        try await client.send(Petstore.DeleteOrder(orderId: 3))
        print(try await client.send(Petstore.LoginUser(username: "Bo")))
        print(try await keyed.send(Petstore.GetPetById(petId: 7)).name)
        do throws(CallError<Petstore.GetPetById.Failure>) {
            _ = try await keyed.send(Petstore.GetPetById(petId: 8))
        } catch {
            print(error.failure == nil ? "refused" : "no pet")
        }
        """

    @Test func `Petstore calls return the outputs and failures of a stub`() throws {
        let lines = try run(
            Self.shop,
            with: "petstore.yaml"
        )
        let ada = #"Ada ["a", "b"]"#
        #expect(lines == [ada, ada, ada, "3", "hello", "Rex", "no pet"])
    }

    @Test func `Museum calls return the outputs and failures of a stub`() throws {
        let lines = try run(
            """

            let museum = StubTransport()
            let id = UUID()
            museum.on(RedoclyMuseum.GetMuseumHours.self) {
                call throws(RedoclyMuseum.GetMuseumHours.Failure) in
                guard call.startDate == "2026-11-26" else { throw .badRequest(nil) }
                return [.init(date: "2026-11-26", timeOpen: "09:00", timeClose: "18:00")]
            }
            museum.on(RedoclyMuseum.DeleteSpecialEvent.self, answer: NoContent())
            museum.on(RedoclyMuseum.GetTicketCode.self, answer: Data([137, 80, 78, 71]))
            let ana = try BasicCredentials(user: "ana", password: "secret")
            let client = try Client(base: RedoclyMuseum.address, transport: museum) {
                $0.credentials = ana
            }
            let hours = RedoclyMuseum.GetMuseumHours(startDate: "2026-11-26", limit: 5)
            print(try await client.send(hours)[0].timeOpen)
            do throws(CallError<RedoclyMuseum.GetMuseumHours.Failure>) {
                _ = try await client.send(RedoclyMuseum.GetMuseumHours())
            } catch {
                print(error.failure == nil ? "refused" : "no date")
            }
            try await client.send(RedoclyMuseum.DeleteSpecialEvent(eventId: id))
            print(try await client.send(RedoclyMuseum.GetTicketCode(ticketId: id)).count)
            """,
            with: "museum.yaml"
        )
        #expect(lines == ["09:00", "no date", "4"])
    }
}
