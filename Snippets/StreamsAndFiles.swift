// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/streams-and-files.md: `swift run StreamsAndFiles`, which
// serves scores and the current directory, reads the scores back and sends others.

import Recado
import RecadoServer

struct Score: Codable, Sendable {
    var number: Int
    var points: Double
}

struct WatchScores: Endpoint {
    static let route: Route = "GET /scores/changes"
    typealias Output = EventFeed<Score>
    @Header<LastEventID, String?> var lastEventID: String? = nil
}

struct ExportScores: Endpoint {
    static let route: Route = "GET /scores/export"
    typealias Output = ElementFeed<Score>
}

struct ImportScores: Endpoint {
    static let route: Route = "POST /scores/import"
    static let contentLimit = 1 << 30
    typealias Output = ImportReport
    @Body var scores: ElementUpload<Score>
}

struct ImportReport: Codable, Sendable {
    var count: Int
}

struct StorePoster: Endpoint {
    static let route: Route = "PUT /films/{id}/poster"
    static let contentLimit = 16 << 20
    typealias Output = ImportReport
    @Path var id: Int
    @Body var poster: ByteUpload
}

struct FilmForm: Codable, Sendable {
    var number: Int
    var poster: FormFile
}

struct StoreFilm: Endpoint {
    static let route: Route = "POST /films"
    static let formats: [Format] = [.json, .multipart(form)]
    static let contentLimit = 100 << 20
    typealias Output = ImportReport
    @Body var film: FilmForm

    static let form: MultipartForm = {
        var form = MultipartForm()
        form.fileThreshold = 65_536
        form.fileDirectory = "/var/tmp"
        form.limits.bytes = contentLimit
        form.limits.partBytes = 80 << 20
        return form
    }()
}

@Sendable func scores(from first: Int) -> AsyncStream<Score> {
    AsyncStream { continuation in
        for number in first..<first + 3 {
            continuation.yield(Score(number: number, points: 7.5))
        }
        continuation.finish()
    }
}

@Sendable func watch(_ call: WatchScores) async -> EventFeed<Score> {
    let first = (Int(call.lastEventID ?? "") ?? 0) + 1
    let events = scores(from: first).map { EventFeed.Event($0, id: "\($0.number)") }
    return EventFeed(events, retryingAfter: .seconds(2))
}

@Sendable func export(_ call: ExportScores) async -> ElementFeed<Score> {
    ElementFeed(scores(from: 1))
}

@Sendable func importScores(
    _ call: ImportScores
) async throws(HandlerError<Never>) -> ImportReport {
    var report = ImportReport(count: 0)
    do throws(ProblemDetails) {
        for try await score in call.scores where score.points > 0 { report.count += 1 }
    } catch {
        throw .problem(error)
    }
    return report
}

@Sendable func storePoster(
    _ call: StorePoster
) async throws(HandlerError<Never>) -> ImportReport {
    var report = ImportReport(count: 0)
    do throws(ProblemDetails) {
        for try await piece in call.poster { report.count += piece.count }
    } catch {
        throw .problem(error)
    }
    return report
}

@Sendable func storeFilm(
    _ call: StoreFilm
) async throws(HandlerError<Never>) -> ImportReport {
    do throws(FileError) {
        try call.film.poster.save(to: "posters/\(call.film.number).png")
        return ImportReport(count: call.film.poster.size)
    } catch {
        throw .problem(ProblemDetails(status: .insufficientStorage))
    }
}

var service = Service(
    API(
        name: "club",
        title: "Videoclub",
        version: "1",
        endpoints: [
            WatchScores.self, ExportScores.self, ImportScores.self, StoreFilm.self,
            StorePoster.self,
        ]
    )
)
service.serve(watch)
service.serve(export)
service.serve(importScores)
service.serve(storePoster)
service.serve(storeFilm)

var assets = try StaticFiles(root: ".", at: "/assets")
assets.recognizesHashes = true
var options = Application.Options()
options.middleware.append(.files(assets))
var configuration = ServerConfiguration()
configuration.addresses = [.loopback(port: 0)]
let server = Server(configuration, handler: try Application([service], options: options))
let address = try await server.start()[0]

let client = try Client(base: "http://\(address)/club")
for try await score in client.events(of: WatchScores()) {
    print("now", score.points)
    if score.number == 3 { break }
}
for try await score in try await client.elements(of: ExportScores()) {
    print(score.number, score.points)
}
let report = try await client.send(ImportScores(scores: ElementUpload(scores(from: 4))))
print(report.count)
await server.shutdown(grace: .seconds(1))
