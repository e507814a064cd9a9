// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/documenting-a-service.md: `swift run DocumentingAService`,
// which writes a part of the documentation, a problem page and a view.

import RecadoDocumentation
import RecadoServer

struct Tale: Codable, Sendable {
    var title: String
}

struct ShowTale: Endpoint {
    static let route: Route = "GET /tales/{id}"
    static let about = About("Shows a tale.", detail: "`id` counts from 1.", tags: ["tales"])
    typealias Output = Tale

    enum Failure: Problem, CaseIterable {
        case noSuchTale
        var status: Status { .notFound }
        var title: String { Language.current == "es" ? "No existe el cuento" : "No such tale" }
        var remedy: String? { "Choose one of the list." }
    }

    @Path var id: Int
}

var service = Service(
    API(name: "tales", title: "Tales", version: "1", endpoints: [ShowTale.self])
)
service.serve { (call: ShowTale) async throws(ShowTale.Failure) -> Tale in
    guard call.id == 1 else { throw .noSuchTale }
    return Tale(title: Language.current == "es" ? "El sur" : "The South")
}

service.languages = ["en", "es"]
service.takesFormatParameter = true

service.view(ShowTale.self) { tale in
    var page = HTML.Page(
        title: tale.title,
        language: Language.current?.tag ?? "en",
        content: "<h1>\(tale.title)</h1>"
    )
    page.style = "h1 { font-weight: 400; }"
    return page
}
service.problemView { problem in
    HTML.Page(title: problem.title, content: "<h1>\(problem.title)</h1>")
}

var documentation = Documentation(of: [service], samples: ["id": "1"])
documentation.samplesByService["tales"] = ["title": "The South"]
documentation.server = "https://tales.example"
documentation.home = "/"
let application = try Application([service], pages: documentation.pages)

for path in ["/tales/tales/1", "/tales/tales/2", "/tales/problems/no-such-tale", "/tales/docs"] {
    var request = Request(method: .get, target: path)
    request.fields[.accept] = "text/html"
    request.fields[.acceptLanguage] = "es"
    let response = await application.respond(to: request)
    let content = try await response.content.collect(upTo: 1 << 20)
    print(path, response.status, String(decoding: content.prefix(400), as: UTF8.self))
}
