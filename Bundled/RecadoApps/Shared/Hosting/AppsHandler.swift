// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer

/// Answers requests for all apps: finds the route, reads the form, and converts the answer to a
/// response.
struct AppsHandler: RawHandler {
    /// An app with its routes, which are made once.
    private struct Hosted {
        let identity: AppIdentity
        let routes: [AppRoute]
    }

    private let apps: [String: Hosted]
    private let own: [AppRoute]
    private let context: AppContext

    /// The greatest size of a form in bytes: the default limit of endpoints.
    private static let formLimit = 65_536
    /// The greatest length of a field's name in bytes; no form of the apps has longer names.
    ///
    /// Longer names are dropped, because comparing texts takes quadratic time in the number of
    /// their combining marks.
    private static let nameLimit = 64

    init(_ apps: [any HostedApp], context: AppContext) {
        let hosted = apps.map { Hosted(identity: $0.identity, routes: $0.routes) }
        self.apps = Dictionary(hosted.map { ($0.identity.name, $0) }) { first, _ in first }
        own = CommonRoutes.all
        self.context = context
    }

    // MARK: - Finding

    var templates: [String] {
        let routes = apps.values.flatMap(\.routes) + own
        return Set(routes.map(\.route.path)).sorted() + [Self.elsewhere]
    }

    /// The route template under which metrics count requests to unknown paths.
    private static let elsewhere = AppIdentity.root + "/{path}"

    func template(of request: Request) -> String? {
        guard let segments = Self.segments(of: request) else { return nil }
        return routes(segments).first { $0.match(segments) != nil }?.route.path ?? Self.elsewhere
    }

    /// Returns the segments of an app's path; `nil` for other paths.
    private static func segments(of request: Request) -> [Substring]? {
        let path = request.path
        // This check must be fast, because it is made for every request, although few requests are
        // for the apps.
        guard path.utf8.starts(with: AppIdentity.root.utf8) else { return nil }
        let segments = path.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard segments.first == AppIdentity.root.dropFirst(),
            !Asset.isAt(path)
        else { return nil }
        return segments.last == "" ? segments.dropLast() : segments
    }

    private func routes(_ segments: [Substring]) -> [AppRoute] {
        guard segments.count > 1, let app = apps[String(segments[1])] else { return own }
        return app.routes
    }

    // MARK: - Answering

    func respond(to request: Request) async -> Response {
        await InProcessTransport.asClient(of: request) { await answer(request) }
    }

    private func answer(_ request: Request) async -> Response {
        let segments = Self.segments(of: request) ?? []
        let app = segments.count > 1 ? apps[String(segments[1])]?.identity : nil
        let matches = routes(segments).compactMap { route in
            route.match(segments).map { (route: route, parameters: $0) }
        }
        let method = request.method == .head ? Method.get : request.method
        let match = matches.first { $0.route.route.method == method }
        var visit = Visit(request, app: app, parameters: match?.parameters ?? [:], context: context)
        guard let match else {
            return Self.refuse(visit, allowed: matches.map(\.route.route.method))
        }
        visit.member = await BrowserSession.of(visit)
        guard method == .post else {
            return await match.route.answer(visit).response(to: visit)
        }
        do throws(FormError) {
            visit.form = try await Self.form(of: request)
            guard visit.visitor.accepts(visit.form) else { throw .stale }
        } catch {
            return error.answer(visit).response(to: visit)
        }
        let (route, whole) = (match.route, visit)
        return await context.submissions.answer(to: Self.key(of: visit)) {
            await route.answer(whole)
        }
        .response(to: visit)
    }

    /// Returns the key that identifies a repeated form; empty for a form without a number.
    ///
    /// The entries are a part of the key, because a user may go back, change them and send the form
    /// again.
    private static func key(of visit: Visit) -> String {
        guard visit.form[FormSheet.numberName] != nil else { return "" }
        let items = visit.form.filter { $0.name != SessionCredentials.formTokenName }
        let text = [
            visit.visitor.identifier, visit.request.target, QueryItems(items).formEncoded,
        ].joined(separator: " ")
        return HashFunction.sha256.hash(Array(text.utf8)).map(Hexadecimal.text) ?? ""
    }

    /// Reads a form, if it comes from a page of this server.
    private static func form(of request: Request) async throws(FormError) -> QueryItems {
        do {
            try OriginPolicy.check(request)
        } catch {
            throw .foreign
        }
        let type = request.fields[.contentType].flatMap { MediaType($0) }
        guard type?.essence == "application/x-www-form-urlencoded" else { throw .unreadable }
        do {
            let bytes = try await request.content.collect(upTo: formLimit)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw FormError.unreadable
            }
            // Browsers send multi-line text with CRLF line breaks.
            return QueryItems(
                try QueryItems(parsing: text).filter { $0.name.utf8.count <= nameLimit }
                    .map { .init(name: $0.name, value: $0.value.withPlainLineEnds) }
            )
        } catch is ContentTooLarge {
            throw .tooLarge
        } catch {
            throw .unreadable
        }
    }

    private static func refuse(_ visit: Visit, allowed methods: [Method]) -> Response {
        guard !methods.isEmpty else {
            return PageResponse.show(.nothingThere(visit), .notFound).response(to: visit)
        }
        let names = methods.map(\.name) + (methods.contains(.get) ? ["HEAD"] : [])
        let allow = Set(names).sorted().joined(separator: ", ")
        return Response(status: .methodNotAllowed, fields: [.allow: allow])
    }
}

extension Visit {
    /// Creates a visit from a request, without the form.
    init(_ request: Request, app: AppIdentity?, parameters: [String: String], context: AppContext) {
        let items = request.query.flatMap { try? QueryItems(comparing: $0, limit: 1_000) }
        let query = items ?? QueryItems()
        let manner = PagePreferences(request)
        self.init(
            request: request,
            app: app,
            parameters: parameters,
            query: query,
            form: QueryItems(),
            language: manner.language,
            theme: manner.theme,
            visitor: Visitor(request),
            notice: Cookie.value(of: Notice.cookieName, in: request)
                .flatMap { Notice(cookie: $0) },
            context: context
        )
    }
}
