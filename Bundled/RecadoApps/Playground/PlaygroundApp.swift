// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The app of the playground, which shows simulated answers, and how a typed call reads them.
struct PlaygroundApp: HostedApp {
    let identity = AppIdentity.playground
    private let calls: PlaygroundCalls
    /// The URL of the playground service on another server; `nil` if the server that sends the page
    /// has the service.
    private let address: String?

    init(_ settings: Apps.Settings) {
        calls = PlaygroundCalls(settings.playground.withWireTap())
        address = settings.playgroundAddress
    }

    var routes: [AppRoute] {
        [.get(identity, "", attempt)]
    }

    private func attempt(_ visit: Visit) async -> PageResponse {
        // All fields may be empty, so only the query item `try` shows that the form was sent.
        let isFilledIn = visit.query["try"] != nil
        var page = PlaygroundPage(isFilledIn ? PlaygroundTrial(visit.query) : PlaygroundTrial())
        if isFilledIn { await page.attempt(calls) }
        let server = "\(visit.request.scheme)://\(visit.request.authority)"
        let view = PlaygroundView(
            page: page,
            visit: visit,
            server: server,
            service: address ?? server + Playground.api.prefix
        )
        return .show(view.screen)
    }
}

extension PlaygroundTrial {
    /// Reads the trial from the query of the page's address.
    init(_ query: QueryItems) {
        self.init()
        func text(_ name: String) -> String { (query[name] ?? "").trimmed }
        shape = query["shape"].flatMap { Playground.Shape(rawValue: $0) } ?? shape
        writing = query["writing"].flatMap { Playground.Writing(rawValue: $0) } ?? writing
        fault = query["fault"].flatMap { Playground.Fault(rawValue: $0) }
        status = text("status")
        root = text("root")
        errorRoot = text("errorRoot")
        code = text("code")
        delay = text("delay")
        manner = query["manner"].flatMap { Manner(rawValue: $0) } ?? manner
        reading = query["reading"].flatMap { Reading(rawValue: $0) } ?? reading
        readRoot = text("readRoot")
        readErrorRoot = text("readErrorRoot")
        isStrictAboutNothing = query["empty"] == "strict"
    }
    /// The path and query of the trial's page, with the values that differ from the defaults.
    var path: String {
        let usual = PlaygroundTrial()
        let entries = [
            ("shape", shape.rawValue, usual.shape.rawValue), ("status", status, ""),
            ("fault", fault?.rawValue ?? "", ""),
            ("writing", writing.rawValue, usual.writing.rawValue),
            ("root", root, ""), ("errorRoot", errorRoot, ""), ("code", code, ""),
            ("delay", delay, ""),
            ("manner", manner.rawValue, usual.manner.rawValue),
            ("reading", reading.rawValue, usual.reading.rawValue), ("readRoot", readRoot, ""),
            ("readErrorRoot", readErrorRoot, ""),
            ("empty", isStrictAboutNothing ? "strict" : "", ""),
        ]
        var items: QueryItems = ["try": "1"]
        for (name, value, usual) in entries where value != usual { items.append(value, to: name) }
        return "\(AppIdentity.playground.path)?\(items.encoded)"
    }
}
