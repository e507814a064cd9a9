// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Streamed answers, whose elements are written as they arrive.
extension EndpointCall {
    /// Writes the elements of an answer until its end; a feed of events has no end.
    ///
    /// Elements are written as lines of JSON, or as tables and cards on a terminal.
    func follow(
        _ endpoint: E,
        through client: Client,
        on terminal: Terminal
    ) async throws(CommandError) {
        do {
            try await OutputWatch.run { try await writeElements(endpoint, client, terminal) }
        } catch let failure as CommandError {
            throw failure
        } catch let error as CallError<E.Failure> {
            throw CommandError(error, place(of: client))
        } catch {
            throw CommandError(code: 5, "an element cannot be shown: \(error)")
        }
    }

    /// Requests the answer and writes its elements.
    ///
    /// If the connection of a feed ends, the feed is requested again, unless there is a time limit.
    private func writeElements(
        _ endpoint: E,
        _ client: Client,
        _ terminal: Terminal
    ) async throws {
        let isLimited = arguments.contains(CallCommand.timeout)
        var options = CallOptions()
        if isLimited { options.timeouts = client.settings.timeouts }
        if E.isLive {
            var keeping = EventStreamOptions()
            keeping.reconnects = !isLimited
            // The number is low, so that the user soon learns that the server cannot be reached.
            keeping.failures = 3
            let events = client.events(from: endpoint, keeping: keeping, with: options)
            return try await write(events.map { try JSON().value(from: $0.data) }, on: terminal)
        }
        let response = try await client.stream(endpoint, with: options)
        try showHead(response.status, response.fields, on: terminal)
        if response.mediaType?.essence == MediaType.json.essence {
            try await write(response.jsonElements(of: Value.self), on: terminal)
        } else {
            try await write(response.jsonLines(of: Value.self), on: terminal)
        }
    }

    /// Writes each element: a line of JSON, or a table or card on a terminal.
    func write<Elements: AsyncSequence>(
        _ elements: Elements,
        on terminal: Terminal
    ) async throws where Elements.Element == Value {
        for try await element in elements {
            let line = try JSON().encodeToString(element) + "\n"
            guard terminal.isInteractive || arguments.contains(CallCommand.columns) else {
                try terminal.write(line)
                continue
            }
            let shown = try shown(element, on: terminal)
            try terminal.write(shown.map { $0 + "\n" } ?? DisplayText.escaped(line))
        }
    }
}
