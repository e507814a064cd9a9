// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Streams, files, events and pages. Nothing here runs by itself: it needs a server with all of
// them.

import Recado

struct Score: Codable, Sendable {
    var player: String
    var points: Int
}

struct Film: Codable, Sendable {
    var title: String
}

struct Films: Codable, Sendable {
    var data: [Film]
}

func readScores(_ client: Client) async throws {
    let response = try await client.stream("scores", query: ["since": "2026-01-01"])
    print(response.status, response.mediaType?.essence ?? "no type", response.expectedLength ?? 0)
    for try await score in response.jsonLines(of: Score.self) {
        print(score.player, score.points)
    }
}

func upload(_ client: Client) async throws {
    let makeLog: @Sendable () -> AsyncStream<[UInt8]> = {
        AsyncStream { stream in
            for number in 1...1000 { stream.yield(Array("line \(number)\n".utf8)) }
            stream.finish()
        }
    }

    let poster = try Upload.file("poster.png", as: .png)
    try await client.upload(poster, to: "films/7/poster", method: .put)

    var form = Multipart.Writer()
    form.append("Solaris", named: "title")
    try form.append(fileAt: "poster.png", named: "poster", mediaType: .png)
    try await client.upload(.form(form), to: "films")

    let log = Upload(Content(makingPieces: makeLog), as: .plainText).with { $0.compresses = true }
    try await client.upload(log, to: "logs")
}

func download(_ client: Client) async throws {
    let file = try await client.download("films/7/trailer", to: "Downloads/")
    print(file.path, file.size, file.verifiedBy ?? "no digest")
}

func downloadWithCare(_ client: Client) async {
    var options = DownloadOptions()
    options.name = "trailer.mp4"
    options.collision = .replace
    options.isPrivate = true
    options.limit = 1 << 30
    do {
        _ = try await client.download("films/7/trailer", to: "Downloads/", storing: options)
    } catch {
        switch error.kind {
        case .diskFull, .notPermitted: print("cannot write \(error.path)")
        case .call: print(error.callError?.status as Any, error.keptBytes, "bytes are kept")
        default: print(error)
        }
    }
}

func showProgress(_ client: Client) async throws {
    let meter = TransferMeter()
    let storing = DownloadOptions(meter: meter)
    async let trailer = client.download("films/7/trailer", to: "Downloads/", storing: storing)
    for await progress in meter {
        print(progress.done, progress.fraction ?? 0, progress.remaining ?? .zero)
    }
    print(try await trailer.path)
}

func followEvents(_ client: Client) async throws {
    for try await event in client.events("live") {
        print(event.name, event.data)
    }

    for try await score in client.events("live", of: Score.self, named: "score") {
        print(score.points)
    }
}

func turnPages(_ client: Client) async throws {
    for try await page in client.pages("films", of: [Film].self) {
        print(page.status, page.output.count)
    }

    let byCursor = Pagination.cursor(at: "meta.next", in: "cursor")
    for try await film in client.pages("films", of: Films.self, by: byCursor).items(\.data) {
        print(film.title)
    }
}
