// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Metrics of an application` {
    private static let page = Request(method: .get, target: "/metrics")

    private static func application(_ metrics: Metrics) throws -> Application {
        var options = Application.Options()
        options.observers.append(metrics)
        return try Application([Shop.service()], options: options)
    }

    /// Returns the value of a sample, given its name with any labels.
    private static func value(_ name: String, in text: String) -> Double? {
        text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            .flatMap { Double($0.dropFirst(name.utf8.count + 1)) }
    }

    @Test func `count requests by route, method and status class`() async throws {
        let metrics = Metrics()
        let application = try Self.application(metrics)
        for id in 1...3 {
            _ = await application.respond(to: Shop.request(.get, "/shop/books/\(id)"))
        }
        _ = await application.respond(to: Shop.request(.get, "/shop/books/404"))
        let text = metrics.text
        let labels = #"{method="GET",route="/shop/books/{id}",status="2xx"}"#
        #expect(Self.value("recado_http_requests_total" + labels, in: text) == 3)
        #expect(
            Self.value("recado_http_response_content_bytes_total" + labels, in: text) == 39
        )
        #expect(Self.value("recado_http_request_duration_seconds_count" + labels, in: text) == 3)
        let last = labels.dropLast() + #",le="+Inf"}"#
        #expect(Self.value("recado_http_request_duration_seconds_bucket" + last, in: text) == 3)
        #expect(
            text.contains(#"requests_total{method="GET",route="/shop/books/{id}",status="4xx"} 1"#)
        )
        #expect(Self.value("recado_http_requests_in_progress", in: text) == 0)
    }

    @Test func `group unknown paths and methods in one series`() async throws {
        let metrics = Metrics()
        let application = try Self.application(metrics)
        for number in 0..<50 {
            let method = Method("M\(number)") ?? .get
            _ = await application.respond(to: Shop.request(method, "/nowhere/\(number)"))
        }
        let lines = metrics.text.split(separator: "\n")
            .filter { $0.hasPrefix("recado_http_requests_total{") }
        #expect(
            lines == [
                #"recado_http_requests_total{method="other",route="unknown",status="4xx"} 50"#
            ]
        )
    }

    @Test func `declare each metric once, before its samples`() async throws {
        let metrics = Metrics()
        let application = try Self.application(metrics)
        _ = await application.respond(to: Shop.request(.get, "/shop/books"))
        #expect(metrics.addGauge("films_open", help: "A \\ and\na line.") { 2.5 })
        #expect(metrics.addCounter("lines_total", help: "Lines.") { .infinity })
        #expect(metrics.addGauge("absent", help: "Nothing.") { nil })
        #expect(!metrics.addGauge("films_open", help: "Again.") { 1 })
        #expect(!metrics.addGauge("1x", help: "No name.") { 1 })
        #expect(!metrics.addGauge("recado_http_requests_total", help: "Own.") { 1 })
        let text = metrics.text
        #expect(text.contains("# HELP films_open A \\\\ and\\na line.\n# TYPE films_open gauge\n"))
        #expect(text.contains("\nfilms_open 2.5\n"))
        #expect(text.hasSuffix("\nlines_total +Inf\n"))
        #expect(!text.contains("absent"))
        var types: Set<Substring> = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# TYPE ") {
                #expect(types.insert(line.split(separator: " ")[2]).inserted)
            } else if !line.hasPrefix("#") {
                let name = line.prefix { $0 != "{" && $0 != " " }
                let suffixes = ["", "_bucket", "_sum", "_count"]
                #expect(
                    suffixes.contains {
                        name.hasSuffix($0) && types.contains(name.dropLast($0.count))
                    }
                )
            }
        }
    }

    @Test func `are served only to this machine, and not through a proxy`() async throws {
        let application = try Self.application(Metrics())
        func status(_ peer: Peer?, _ fields: Fields = [:]) async -> Status {
            var request = Self.page
            request.peer = peer
            request.fields = fields
            return await application.respond(to: request).status
        }
        let own = Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        let other = Peer(address: "192.0.2.1", isLocal: false, isSecure: true)
        #expect(await status(own) == .ok)
        #expect(await status(other) == .forbidden)
        #expect(await status(own, ["X-Forwarded-For": "192.0.2.1"]) == .forbidden)
        #expect(await status(own, ["Forwarded": "for=192.0.2.1"]) == .forbidden)
    }

    @Test func `can be served to everyone, with the Prometheus content type`() async throws {
        let application = try Self.application(Metrics(audience: .everyone))
        var request = Self.page
        request.peer = Peer(address: "192.0.2.1", isLocal: false, isSecure: false)
        let response = await application.respond(to: request)
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func `are not served by default`() async throws {
        let response = try await Shop.application().respond(to: Self.page)
        #expect(response.status == .notFound)
    }

    @Test func `count malformed forwarding fields of proxies`() async throws {
        let metrics = Metrics()
        var options = Application.Options()
        options.observers.append(metrics)
        options.trustedProxies = .loopback
        let application = try Application([Shop.service()], options: options)
        var request = Shop.request(.get, "/shop/books")
        request.peer = Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        request.fields["X-Forwarded-For"] = "nonsense"
        _ = await application.respond(to: request)
        #expect(Self.value("recado_http_malformed_forwarding_total", in: metrics.text) == 1)
    }
}
