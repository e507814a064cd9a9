// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoTestSupport
import RecadoTesting

/// The apps and the services that they call, in one process.
struct AppStand: Sendable {
    let network: FaultyTransport
    let application: Application

    init(
        key: [UInt8] = Array(0..<32),
        sessions: any SessionStore = MemorySessionStore()
    ) async throws {
        let store = try await SQLiteStore.inMemory()
        let club = try await VideoclubService.quick(store)
        let services = [club.service, FilmDatabaseService().service]
        let inner = InProcessTransport(try Application(services), handsValuesOver: true)
        network = FaultyTransport(inner)
        var settings = try Apps.Settings(server: "http://localhost", transport: network, key: key)
        settings.sessions = sessions
        settings.ownOrigins = ["http://localhost"]
        application = try Application([Apps(settings).service], pages: Apps.pages)
    }
}

/// A simulated browser, which keeps cookies and submits the forms of the pages it gets.
struct Browser {
    let application: Application
    var cookies: [String: String] = [:]
    var language = "es"
    /// The content of the page that was opened last.
    private(set) var page = ""
    private(set) var status = Status.ok
    private(set) var fields: Fields = [:]
    private(set) var path = ""

    init(_ application: Application) {
        self.application = application
    }

    /// The tag that the page's script sends when it asks for the page again.
    var tag: String? {
        page.firstMatch(of: /data-tag="([^"]+)"/).map { Self.plain(String($0.1)) }
    }

    /// Opens a page, and follows redirects.
    mutating func go(_ target: String) async throws {
        try await send(.get, target)
    }

    /// Submits the page's form whose action is `action`, with `entries` filled in.
    mutating func submit(_ action: String, _ entries: QueryItems = [:]) async throws {
        try await send(.post, action, form: filled(action, entries))
    }

    /// Returns the inputs of the page's form whose action is `action`, with `entries` filled in.
    func filled(_ action: String, _ entries: QueryItems = [:]) -> QueryItems {
        var items = QueryItems()
        for form in page.components(separatedBy: "<form").dropFirst()
        where form.contains("action=\"\(action)\"") {
            let inputs = form.components(separatedBy: "</form>")[0]
                .matches(of: /name="([^"]+)" value="([^"]*)"/)
            for input in inputs {
                items.append(Self.plain(String(input.2)), to: String(input.1))
            }
        }
        for entry in entries { items[entry.name] = entry.value }
        return items
    }

    /// Sends a request and follows redirects.
    mutating func send(
        _ method: RecadoHTTP.Method,
        _ target: String,
        form: QueryItems? = nil,
        fields extra: Fields = ["Sec-Fetch-Site": "same-origin"]
    ) async throws {
        let jar = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        var fields = extra
        fields[.acceptLanguage] = language
        if !jar.isEmpty { fields[.cookie] = jar.joined(separator: "; ") }
        if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        let request = Request(
            method: method,
            authority: "localhost",
            target: target,
            fields: fields,
            content: form.map { Content($0.formEncoded) } ?? .empty,
            peer: Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        )
        let response = await application.respond(to: request)
        keep(response.fields)
        (status, path, self.fields) = (response.status, target, response.fields)
        if response.status == .seeOther, let next = response.fields[.location] {
            return try await send(.get, next)
        }
        page = String(decoding: try await response.content.collect(upTo: 1 << 20), as: UTF8.self)
    }

    private mutating func keep(_ fields: Fields) {
        for cookie in fields[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            cookies[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
        }
    }

    private static func plain(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
