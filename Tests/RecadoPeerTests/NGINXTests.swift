// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Client against nginx` {
    @Test
    func `compressed JSON after a redirect is decoded`() async throws {
        let film = try await NGINX.client().get("moved")
        #expect(film["title"]?.stringValue == "El Camión")
    }

    @Test
    func `a file is revalidated by its ETag`() async throws {
        var options = CachePolicy.Options()
        options.heuristicFraction = 0
        let client = try await NGINX.client { $0.cache = CachePolicy(options: options) }
        _ = try await client.get("film.json")
        let second = try await client.stream("film.json")
        #expect(second.source == .revalidated)
        let film = try JSON().value(from: await second.collect(upTo: 1_000))
        #expect(film["title"]?.stringValue == "El Camión")
    }

    @Test
    func `a cancelled download is resumed, and the file is complete`() async throws {
        let folder = try Peer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "large.bin").path()
        let client = try await NGINX.client()
        let meter = TransferMeter()
        let first = Task {
            try await client.download("once", to: path, storing: DownloadOptions(meter: meter))
        }
        for await progress in meter where progress.done > 100_000 {
            first.cancel()
            break
        }
        let given = await first.result
        #expect(throws: DownloadError.self) { try given.get() }
        let file = try await client.download("once", to: path)
        #expect(file.resumedFrom > 0)
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == NGINX.large)
    }

    @Test
    func `content that nginx refuses is an error response, not a lost connection`() async throws {
        let client = try await NGINX.client()
        let upload = Upload(Content(Array(repeating: 7, count: 5 << 20)))
        await #expect {
            try await client.upload(upload, to: "film.json")
        } throws: { error in
            let status = (error as? CallError<Never>)?.status
            return status == .contentTooLarge || status == .methodNotAllowed
        }
    }

    @Test
    func `a byte range of a file is returned`() async throws {
        let client = try await NGINX.client()
        let options = CallOptions(fields: ["Range": "bytes=1000-1999"])
        let reply = try await client.stream("large.bin", with: options)
        #expect(reply.status == Status(206))
        #expect(try await reply.collect(upTo: 2_000) == Array(NGINX.large[1_000..<2_000]))
    }
}
