// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The handler of the scores, which behaves like Rails 6.1 in every respect that clients may depend
/// on.
///
/// The intended differences from Rails are listed in `Documentation/Articles/scores.md`.
struct RailsHandler: RawHandler {
    let scores: ScoresService

    /// The paths below `/scores` that other handlers answer.
    private static let others: Set<Substring> = [
        Substring(Scores.api.documentPath), Substring(Scores.api.documentationPath),
    ]

    /// The most frequently requested address.
    private static let quickTarget = "/scores/top3.json"

    private static let roots = ["scores", "tops3", "play", "game"]

    /// True if this handler answers a path: a path that begins like those in the declaration, or
    /// any path if the service answers unknown paths.
    func owns(_ path: Substring) -> Bool {
        guard !scores.answersUnknownPaths else { return true }
        let first = path.utf8.dropFirst().prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ".")
        }
        return Self.roots.contains { first.elementsEqual($0.utf8) }
    }

    /// Returns the template of a path of the scores, or `nil` for all other paths.
    ///
    /// If the service answers unknown paths, it also claims `/` for requests that do not ask for an
    /// HTML page, unless another service answers `/`.
    ///
    /// This method is called for every request to the application, so it recognizes other requests
    /// by a few bytes.
    func template(of request: Request) -> String? {
        let target = request.target
        if target.utf8.starts(with: "/scores".utf8) {
            if target == Self.quickTarget { return "/scores/top3" }
            if target == "/scores.json" { return "/scores" }
            let path = request.path
            return Self.others.contains(path) ? nil : RailsRoute(path: path)?.template
        }
        guard scores.answersUnknownPaths, target.utf8.first == UInt8(ascii: "/") else {
            return nil
        }
        switch target.utf8.dropFirst().first {
        case nil, UInt8(ascii: "?"), UInt8(ascii: "."): return request.asksForPage ? nil : "/"
        default: return nil
        }
    }

    func respond(to request: Request) async -> Response {
        if let quick = await quickTop(request) { return quick }
        let page = RailsPages(request)
        let content: [UInt8]
        do {
            content = try await request.content.collect(upTo: RailsCall.contentLimit)
        } catch is ContentTooLarge {
            return page.refuse(RailsError(.contentTooLarge, nil), closes: true)
        } catch {
            return page.refuse(RailsError(.badRequest, nil), closes: true)
        }
        do throws(RailsError) {
            let call = try await RailsCall(request, content)
            var response = try await carryOut(call, page)
            if call.isByAccept, response.content.length != 0 { response.fields[.vary] = "Accept" }
            return response
        } catch {
            return page.refuse(error)
        }
    }

    /// Returns the most frequently requested answer, without reading any parameters.
    private func quickTop(_ request: Request) async -> Response? {
        guard request.method == .get, request.target == Self.quickTarget,
            request.content.length == 0, !request.fields.contains(.contentType),
            // If the store fails, the regular code path reports the error.
            let top = try? await scores.topScores()
        else { return nil }
        return RailsAnswer.content(top.json, .json, answering: request)
    }

    // MARK: - Actions

    private func carryOut(
        _ call: RailsCall,
        _ page: RailsPages
    ) async throws(RailsError) -> Response {
        do throws(RailsFailure) {
            switch call.action {
            case .index: return try await index(call, page)
            case .top: return try await top(call, page)
            case .new: return try pageAlone(call) { page.new() }
            case .show: return try await show(call, page)
            case .edit: return try await edit(call, page)
            case .create: return try await create(call, page)
            case .update: return try await update(call, page)
            case .destroy: return try await destroy(call, page)
            }
        } catch {
            throw RailsError(error, call.formats.first)
        }
    }

    private func index(_ call: RailsCall, _ page: RailsPages) async throws(RailsFailure) -> Response
    {
        let number: Int
        switch call.parameters["page"]?.whole {
        case .number(let given) where given > 1: number = given
        default: number = 1
        }
        let found = try await outage { () throws(HandlerError<Never>) in
            try await scores.page(number)
        }
        var response = page.list(found, try format(of: call), of: scores)
        if found.hasMore {
            response.fields[.link] = "<\(page.request.path)?page=\(number + 1)>; rel=\"next\""
        }
        return response
    }

    private func top(_ call: RailsCall, _ page: RailsPages) async throws(RailsFailure) -> Response {
        let top = try await outage { () throws(HandlerError<Never>) in try await scores.topScores()
        }
        return switch try format(of: call) {
        case .json: RailsAnswer.content(top.json, .json, answering: page.request)
        case .xml: RailsAnswer.content(top.xml, .xml, answering: page.request)
        default: page.list(top.scores, title: "Top 3")
        }
    }

    private func show(_ call: RailsCall, _ page: RailsPages) async throws(RailsFailure) -> Response
    {
        let score = try await score(call.id)
        return switch try format(of: call) {
        case .json: page.content(ScoreText.json(score), .json)
        case .xml: page.content(ScoreText.xml(score), .xml)
        default: page.show(score)
        }
    }

    private func edit(_ call: RailsCall, _ page: RailsPages) async throws(RailsFailure) -> Response
    {
        let score = try await score(call.id)
        return try pageAlone(call) { page.edit(score) }
    }

    private func create(
        _ call: RailsCall,
        _ page: RailsPages
    ) async throws(RailsFailure) -> Response {
        let changes: ScoreChanges
        do throws(RailsFailure) {
            changes = try call.changes()
        } catch {
            return try invalid(error, call, page, id: nil)
        }
        let fields = changes.applied(to: ScoreFields())
        let score = try await outage { () throws(HandlerError<Never>) in
            try await scores.add(fields)
        }
        return try saved(score, .created, call, page)
    }

    private func update(
        _ call: RailsCall,
        _ page: RailsPages
    ) async throws(RailsFailure) -> Response {
        let old = try await score(call.id)
        let changes: ScoreChanges
        do throws(RailsFailure) {
            changes = try call.changes()
        } catch {
            return try invalid(error, call, page, id: old.id)
        }
        let score = try await outage { () throws(HandlerError<ScoreMissing>) in
            try await scores.change(old.id, changes)
        }
        return try saved(score, .ok, call, page)
    }

    private func destroy(
        _ call: RailsCall,
        _ page: RailsPages
    ) async throws(RailsFailure) -> Response {
        let id = call.id
        try await outage { () throws(HandlerError<ScoreMissing>) in try await scores.remove(id) }
        guard try format(of: call) == .html else { return RailsAnswer.nothing }
        return page.redirect(to: "/scores", notice: .destroyed)
    }

    // MARK: - What actions have in common

    private func score(_ id: Int) async throws(RailsFailure) -> Score {
        try await outage { () throws(HandlerError<ScoreMissing>) in try await scores.score(id) }
    }

    private func saved(
        _ score: Score,
        _ status: Status,
        _ call: RailsCall,
        _ page: RailsPages
    ) throws(RailsFailure) -> Response {
        let format = try format(of: call)
        let path = "/scores/\(score.id)"
        guard format != .html else {
            return page.redirect(to: path, notice: status == .created ? .created : .updated)
        }
        let text = format == .json ? ScoreText.json(score) : ScoreText.xml(score)
        var response = page.content(text, format)
        response.status = status
        response.fields[.location] = page.base + path
        return response
    }

    /// Returns the form again with its errors, or only the errors.
    private func invalid(
        _ failure: RailsFailure,
        _ call: RailsCall,
        _ page: RailsPages,
        id: Int?
    ) throws(RailsFailure) -> Response {
        guard case .invalid(let invalid) = failure else { throw failure }
        return page.invalid(invalid, try format(of: call), id: id)
    }

    private func pageAlone(
        _ call: RailsCall,
        _ make: () -> Response
    ) throws(RailsFailure) -> Response {
        guard call.format(among: [.html]) == .html else { throw .status(.notAcceptable) }
        return make()
    }

    private func format(of call: RailsCall) throws(RailsFailure) -> RailsType {
        guard let format = call.format() else { throw .status(.notAcceptable) }
        return format
    }

    private func outage<Value: Sendable, Failure: Problem>(
        _ body: () async throws(HandlerError<Failure>) -> Value
    ) async throws(RailsFailure) -> Value {
        do throws(HandlerError<Failure>) {
            return try await body()
        } catch {
            switch error {
            case .failed(let failure): throw .status(failure.status)
            case .problem(let problem): throw .status(problem.status)
            }
        }
    }
}

extension Request {
    /// True if the request asks for `text/html`, as browsers do, or for no particular type.
    var asksForPage: Bool {
        (method == .get || method == .head)
            && (!fields.contains(.accept)
                || fields[values: .accept].contains {
                    // Bytes are compared, because comparing characters takes quadratic time in the
                    // number of consecutive combining marks.
                    $0.utf8.firstRange(of: "text/html".utf8) != nil
                })
    }
}
