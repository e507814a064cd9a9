// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoTesting
import Testing

/// The best three scores in the states of the document's app, over the service.
@Suite(.timeLimit(.minutes(1)))
struct `The game's best three` {
    private func add(_ names: String..., to client: Client) async throws {
        for (index, name) in names.enumerated() {
            try await client.send(CreateScore(.init(name: name, total: 10 - index)))
        }
    }

    @Test(arguments: Top3Model.Way.allCases)
    func `are read in every way`(way: Top3Model.Way) async throws {
        try await Services.open { services in
            let client = try services.client()
            try await add("Ana", "Bé <3", "Carla", "Dani", to: client)
            var model = Top3Model(ScoresCaller(client))
            #expect(model.phase == .idle)
            #expect(model.scores.isEmpty)
            await model.refresh(by: way)
            #expect(model.phase == .current)
            #expect(model.title.spanish == "Top 3")
            #expect(model.scores.map(\.name) == ["Ana", "Bé <3", "Carla"])
            #expect(model.scores.map(\.total) == [10, 9, 8])
            let exchange = try #require(model.exchange)
            let path = way == .soap ? "POST /tops3.asmx " : "GET /scores/top3 "
            #expect(exchange.request.head.hasPrefix(path), "\(exchange.request.head)")
            #expect(exchange.answer?.text?.contains("Carla") == true)
            #expect(exchange.answer?.text?.contains("<score>") == (way != .json))
        }
    }

    @Test func `stand at downloading between the beginning and the end`() async throws {
        try await Services.open { services in
            let client = try services.client()
            try await add("Ana", to: client)
            var model = Top3Model(ScoresCaller(client))
            #expect(model.canRefresh)
            model.begin(by: .xml)
            #expect(model.phase == .downloading)
            #expect(model.title.spanish == "Descargando…")
            #expect(!model.canRefresh)
            await model.finish()
            #expect(model.phase == .current)
            #expect(model.canRefresh)
        }
    }

    @Test(
        arguments: [
            (.refused, "Error de conexión", .unreachable),
            (.error(.timedOut(.waiting)), "Error descargando Top 3", .slow),
            (.unavailable(), "Error descargando Top 3", .busy),
            (.garbage(), "Desactualizado", .unreadable),
        ] as [(Fault, String, Trouble.Kind)]
    )
    func `stay as they were when they cannot be had anew`(
        fault: Fault,
        title: String,
        kind: Trouble.Kind
    ) async throws {
        try await Services.open { services in
            try await add("Ana", to: try services.client())
            let plan = FaultPlan { _, number in number == 1 ? .none : fault }
            let caller = ScoresCaller(try services.client("", plan))
            var model = Top3Model(caller)
            await model.refresh(by: .json)
            #expect(model.phase == .current)
            await model.refresh(by: .json)
            #expect(model.title.spanish == title)
            #expect(model.trouble?.kind == kind)
            #expect(model.scores.map(\.name) == ["Ana"])
            // Another visitor sees what was read last, too.
            #expect(Top3Model(caller).scores.map(\.name) == ["Ana"])
        }
    }

    @Test(arguments: Top3Model.Way.allCases)
    func `are out of date when what comes is no list of scores`(way: Top3Model.Way) async throws {
        let stub = StubTransport()
        stub.on("* /**", .text("Estamos de obras."))
        var model = Top3Model(ScoresCaller(try Services.client(stub)))
        await model.refresh(by: way)
        #expect(model.title.spanish == "Desactualizado")
        #expect(model.exchange?.answer != nil)
    }

    @Test func `take what is told live`() async throws {
        try await Services.open { services in
            var model = Top3Model(ScoresCaller(try services.client("", .always(.refused))))
            await model.refresh(by: .json)
            #expect(model.trouble != nil)
            model.take([Score(id: 1, name: "Ana", total: 3, createdAt: "2026-07-15T13:20:00Z")])
            #expect(model.phase == .current)
            #expect(model.trouble == nil)
            #expect(model.scores.map(\.name) == ["Ana"])
        }
    }
}
