// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
public import RecadoContracts

/// The best three scores with the states of the document's app, without their looks.
///
/// The blocking app shows what ``refresh(by:)`` leaves behind. The asynchronous one shows the model
/// between ``begin(by:)`` and ``finish()``, too.
public struct Top3Model: Sendable {
    /// How the scores are asked for.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// JSON.
        case json
        /// XML.
        case xml
        /// The document's operation of SOAP 1.1.
        case soap

        /// The name for people.
        public var title: String { rawValue.uppercased() }
    }

    /// Where the model stands.
    public enum Phase: Sendable, Hashable {
        /// Nothing was asked for yet.
        case idle
        /// The scores are on their way.
        case downloading
        /// The scores are those of the moment.
        case current
        /// What came was no list of scores: there are those of before.
        case outdated(Trouble)
        /// Nothing came: there are those of before.
        case failed(Trouble)
    }

    /// How the scores are asked for.
    public private(set) var way = Way.json
    /// Where the model stands.
    public private(set) var phase = Phase.idle
    /// The best three; those of before where the newest could not be had.
    public private(set) var scores: [Score]
    /// What went over the wire for them.
    public private(set) var exchange: WireExchange?

    private let caller: ScoresCaller

    /// Creates a model with the scores that were read last.
    ///
    /// - Parameter caller: The service.
    public init(_ caller: ScoresCaller) {
        self.caller = caller
        scores = caller.last ?? []
    }

    /// The title, in the document's words.
    public var title: Phrase {
        switch phase {
        case .idle, .current: Phrase("Top 3", en: "Top 3")
        case .downloading: Phrase("Descargando…", en: "Downloading…")
        case .outdated: Phrase("Desactualizado", en: "Out of date")
        case .failed(let trouble) where trouble.kind == .unreachable:
            Phrase("Error de conexión", en: "Connection error")
        case .failed: Phrase("Error descargando Top 3", en: "Error downloading Top 3")
        }
    }

    /// Why the scores are not those of the moment, if they are not.
    public var trouble: Trouble? {
        switch phase {
        case .outdated(let trouble), .failed(let trouble): trouble
        case .idle, .downloading, .current: nil
        }
    }

    /// Whether the button works: not while the scores are on their way.
    public var canRefresh: Bool { phase != .downloading }

    /// Begins to ask for the scores.
    ///
    /// - Parameter way: How they are asked for.
    public mutating func begin(by way: Way) {
        self.way = way
        phase = .downloading
        exchange = nil
    }

    /// Waits for the scores, and takes them or tells why there are none.
    public mutating func finish() async {
        let tape = WireTape()
        do throws(CallError<Never>) {
            scores = try await caller.top(by: way, tape)
            phase = .current
        } catch {
            let trouble = Trouble(error)
            phase = trouble.kind == .unreadable ? .outdated(trouble) : .failed(trouble)
        }
        exchange = tape.last
    }

    /// Asks for the scores and waits for them.
    ///
    /// - Parameter way: How they are asked for.
    public mutating func refresh(by way: Way) async {
        begin(by: way)
        await finish()
    }

    /// Takes scores that were told without being asked for.
    ///
    /// - Parameter scores: The best three.
    public mutating func take(_ scores: [Score]) {
        self.scores = scores
        phase = .current
    }
}
