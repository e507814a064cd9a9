// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// Creates the responses to one request, such as pages and redirects.
struct RailsPages: Sendable {
    let request: Request

    init(_ request: Request) {
        self.request = request
    }

    /// A change that the next page reports.
    enum Notice: String, Sendable {
        case created, updated, destroyed
    }

    /// The scheme and the host of the client's request.
    var base: String {
        request.scheme + "://" + (request.authority.isEmpty ? "localhost" : request.authority)
    }

    // MARK: - Answers

    /// Returns a response with content in JSON or XML.
    func content(_ bytes: [UInt8], _ format: RailsType) -> Response {
        RailsAnswer.content(RailsText(bytes), format, answering: request)
    }

    /// Redirects a browser.
    func redirect(to path: String, notice: Notice) -> Response {
        let address = base + path
        let body: HTML =
            "<html><body>You are being <a href=\"\(address)\">redirected</a>.</body></html>"
        return Response(
            status: .found,
            fields: [
                .contentType: "text/html; charset=utf-8", .location: address,
                .cacheControl: "no-cache", .contentTypeOptions: "nosniff",
                .setCookie: Self.cookie(notice.rawValue, seconds: 60),
            ],
            content: Content(body.description)
        )
    }

    /// Returns the response for a failure, in the requested format; HTML only if Rails has a page
    /// for the status.
    func refuse(_ refusal: RailsError, closes: Bool = false) -> Response {
        guard case .status(let status) = refusal.failure else {
            return refuse(RailsError(.unprocessableContent, refusal.format))
        }
        var response = Response(status: status, fields: [.contentTypeOptions: "nosniff"])
        switch refusal.format {
        case .json: response.content = Content(RailsErrors.json(status))
        case .xml: response.content = Content(RailsErrors.xml(status))
        case .yaml: response.content = Content(RailsErrors.yaml(status))
        default:
            if let page = ScorePages.error(status) { response = page.response(status) }
        }
        let name = refusal.format?.name ?? "text/html"
        response.fields[.contentType] = name + "; charset=UTF-8"
        response.fields.removeAll(.cacheControl)
        // HTTP requires this field (RFC 9110 §15.5.6), although Rails leaves it out.
        if status == .methodNotAllowed {
            response.fields[.allow] = RailsRoute(path: request.path)?.allowedMethods ?? ""
        }
        if status == .serviceUnavailable { response.fields[.retryAfter] = "1" }
        if closes { response.fields[.connection] = "close" }
        return response
    }

    /// Returns the form with its errors, or only the errors for JSON and XML.
    func invalid(_ invalid: InvalidScore, _ format: RailsType, id: Int?) -> Response {
        var response: Response
        switch format {
        case .json: response = content(RailsErrors.json(invalid), .json)
        case .xml: response = content(RailsErrors.xml(invalid), .xml)
        default:
            let form = ScorePages.Form(
                id: id,
                name: invalid.fields.name,
                total: invalid.fields.total
            )
            response = show(ScorePages.form(form, errors: invalid.sentences))
        }
        response.status = .unprocessableContent
        response.fields.removeAll(.eTag)
        response.fields[.cacheControl] = "no-cache"
        return response
    }

    // MARK: - Pages

    /// Returns a page with a list of a few scores.
    func list(_ scores: [Score], title: String) -> Response {
        show(ScorePages.list(scores, title: title, notice: notice))
    }

    /// Returns a page of the scores.
    ///
    /// A long page is generated while it is sent, and has no entity tag.
    func list(_ page: ScorePage, _ format: RailsType, of scores: ScoresService) -> Response {
        guard let range = page.range else {
            switch format {
            case .json: return content(ScoreText.json(page.scores), .json)
            case .xml: return content(ScoreText.xml(page.scores), .xml)
            default: return list(page.scores, title: "Scores")
            }
        }
        var response = Response(status: .ok)
        var list = ScoreList.json
        switch format {
        case .json: response.fields = RailsAnswer.untaggedFields(.json)
        case .xml:
            response.fields = RailsAnswer.untaggedFields(.xml)
            list = .xml
        default:
            let empty = ScorePages.list([], title: "Scores", notice: notice)
            response = untagged(empty)
            list = ScorePages.rows(of: empty)
        }
        response.content = Content(reading: ScoreListSource(scores, list, range))
        return response
    }

    /// Returns the page of one score.
    func show(_ score: Score) -> Response { show(ScorePages.score(score, notice: notice)) }

    /// Returns the form for a new score.
    func new() -> Response { show(ScorePages.form(.init(id: nil, name: nil, total: nil))) }

    /// Returns the form to change a score.
    func edit(_ score: Score) -> Response {
        show(ScorePages.form(.init(id: score.id, name: score.name, total: score.total)))
    }

    private func show(_ page: HTML.Page) -> Response {
        var response = untagged(page)
        response.fields[.cacheControl] = RailsAnswer.revalidated
        if let bytes = response.content.bytes { response.fields[.eTag] = RailsText(bytes).tag }
        return response.unlessKnown(to: request)
    }

    private func untagged(_ page: HTML.Page) -> Response {
        var response = page.response()
        if notice != nil { response.fields[.setCookie] = Self.cookie("", seconds: 0) }
        return response
    }

    // MARK: - Notice

    private static func cookie(_ value: String, seconds: Int) -> String {
        "scores_notice=\(value); Path=/scores; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
    }

    /// The notice about the change that the previous request made; a cookie carries it to the next
    /// page.
    private var notice: Notice? {
        for field in request.fields[values: .cookie] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == 0x20 }
                guard pair.starts(with: "scores_notice=".utf8), pair.count <= 32 else { continue }
                return Notice(rawValue: String(Substring(pair.dropFirst(14))))
            }
        }
        return nil
    }
}
