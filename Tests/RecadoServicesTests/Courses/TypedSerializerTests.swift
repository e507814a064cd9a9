// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls as in the document about typed serializers, made with Foundation alone.
@Suite(.timeLimit(.minutes(3)))
struct `Typed response serializers from the iOS course` {
    private struct UserDTO: Decodable, Hashable, Sendable {
        struct Dates: Decodable, Hashable, Sendable {
            var nacimiento: String?
            var inscripcion: String?
        }

        var codigo: String
        var nombre: String
        var fechas: Dates?
    }

    private struct ErrorDTO: ResponseError, Hashable {
        var codError: Int
        var descripcion: String?

        func isError() -> Bool { codError != 0 }
    }

    private struct RouteDTO: Decodable, Hashable, Sendable {
        struct Body: Decodable, Hashable, Sendable { var value: String? }
        struct CategoryDTO: Decodable, Hashable, Sendable {
            var type: String?
            var id: String?
            var name: String?
        }

        var type: String?
        var id: String?
        var title: String?
        var body: Body?
        var category: CategoryDTO?

        enum CodingKeys: String, CodingKey {
            case type, id, title, body
            case category = "field_route_category"
        }
    }

    private static func get(
        _ target: String,
        method: String = "GET",
        json: [String: any Sendable]? = nil
    ) async throws -> SerializerInput {
        var input: SerializerInput?
        try await CourseServer.serve { server in
            let session = GenericSession()
            let url = try server.url(target)
            let result = await withCheckedContinuation { done in
                session.request(url, method: method, json: json) { done.resume(returning: $0) }
            }
            input = try withExtendedLifetime(session) { try result.get() }
        }
        return try #require(input)
    }

    // MARK: - The examples

    @Test func `a list of users is decoded`() async throws {
        let input = try await Self.get("/playground/user?shape=list")
        let users = try JSONResponseSerializer<[UserDTO], ErrorDTO>().serialize(input)
        #expect(users?.count == 3 && users?.first?.nombre.isEmpty == false)
    }

    @Test func `a user or an error is decoded according to the status`() async throws {
        let serializer = JSONResponseSerializer<UserDTO, ErrorDTO>()
        let right = try await Self.get("/playground/user?shape=user")
        #expect(try serializer.serialize(right)?.codigo.isEmpty == false)
        let wrong = try await Self.get("/playground/user?shape=error&status=400&code=7")
        let error = #expect(throws: ErrorDTO.self) { try serializer.serialize(wrong) }
        #expect(error?.codError == 7)
        let empty = try await Self.get("/playground/user?status=204")
        #expect(try serializer.serialize(empty) == nil)
    }

    @Test func `parameters are sent as JSON, and results are decoded below root keys`() async throws
    {
        let serializer = JSONResponseSerializer<UserDTO, ErrorDTO>(
            jsonResponseRootKey: "user",
            jsonErrorRootKey: "error"
        )
        let parameters: [String: any Sendable] = [
            "id": 1242, "name": "Alberto", "surname": "Alfaro",
        ]
        let added = try await Self.get("/playground/user", method: "POST", json: parameters)
        #expect(try serializer.serialize(added)?.nombre == "Alberto Alfaro")
        let refused = try await Self.get(
            "/playground/user?status=409",
            method: "POST",
            json: parameters
        )
        #expect(throws: ErrorDTO.self) { try serializer.serialize(refused) }
    }

    @Test func `an error in a response with status 200 is thrown`() async throws {
        let serializer = EnvelopeSerializer<UserDTO, ErrorDTO>()
        let right = try await Self.get("/playground/user?shape=envelope")
        #expect(try serializer.serialize(right)?.nombre.isEmpty == false)
        let wrong = try await Self.get("/playground/user?shape=envelope&code=1")
        #expect(wrong.status == 200)
        #expect(throws: ErrorDTO.self) { try serializer.serialize(wrong) }
    }

    @Test(arguments: ["malformed", "mistyped", "text", "page"])
    func `malformed content is reported as unreadable`(fault: String) async throws {
        let input = try await Self.get("/playground/user?shape=user&fault=\(fault)")
        #expect(throws: SerializerError.unreadable) {
            try JSONResponseSerializer<UserDTO, ErrorDTO>().serialize(input)
        }
    }

    @Test func `JSON API routes are decoded with their included categories`() async throws {
        let target =
            "/es/jsonapi/node/scity_route?sort=title&page%5Boffset%5D=0&page%5Blimit%5D=1"
            + "&include=field_route_category"
        let input = try await Self.get(target)
        let routes = try ResourceSerializer<[RouteDTO]>().serialize(input)
        #expect(routes.count == 1 && routes[0].title == "Barrio de los alfareros")
        #expect(routes[0].body?.value?.isEmpty == false)
        #expect(routes[0].category?.name == "Historia")
    }

    @Test func `releasing a session cancels its requests`() async throws {
        try await CourseServer.serve { server in
            let url = try server.url("/playground/user?delay=10000")
            let result = await withCheckedContinuation { done in
                let session = GenericSession()
                session.request(url) { done.resume(returning: $0) }
            }
            let error = #expect(throws: URLError.self) { try result.get() }
            #expect(error?.code == .cancelled)
        }
    }
}
