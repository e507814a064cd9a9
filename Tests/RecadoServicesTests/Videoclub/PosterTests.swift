// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoServices
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite(.timeLimit(.minutes(3)))
struct `Posters of the videoclub` {
    @Test func `every film that the catalog begins with has one`() async throws {
        try await Club.open { club in
            for film in try await club.list().films {
                let poster = try #require(film["poster"]?.stringValue)
                #expect(poster.count <= 255)
                #expect(poster.hasPrefix(Club.base + "/videoclub/posters/"))
                let path = String(poster.dropFirst(Club.base.count))
                let reply = try await club.send(.get, path)
                #expect(reply.status == 200)
                #expect(reply.fields[.contentType] == "image/svg+xml; charset=utf-8")
                #expect(reply.fields[.contentTypeOptions] == "nosniff")
                #expect(reply.fields[.cacheControl]?.contains("max-age=") == true)
                #expect(reply.fields[.contentSecurityPolicy] == "default-src 'none'")
                let title = try #require(film["title"]?.stringValue)
                #expect(reply.text.contains(title.split(separator: " ")[0]))
            }
        }
    }

    @Test func `they are well-formed, small, different and always the same`() throws {
        let pages = VideoclubService.pages
        #expect(pages.count == 20)
        var seen: Set<[UInt8]> = []
        for (path, page) in pages {
            let bytes = try #require(page.content.bytes)
            #expect(bytes.count < 20_000, "\(path)")
            #expect(seen.insert(bytes).inserted, "\(path)")
            #expect(VideoclubService.pages[path]?.content.bytes == bytes)
            let document = XMLParser(data: Data(bytes))
            #expect(document.parse(), "\(path): \(String(describing: document.parserError))")
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("viewBox=\"0 0 300 450\""))
            #expect(!text.contains("<script"))
            #expect(!text.contains("href"))
        }
    }
}
