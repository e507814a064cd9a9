// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
public import RecadoContracts
import RecadoScreens

/// A score that somebody fills in and sends, without its looks.
public struct ScoreEntry: Sendable {
    /// How the score is sent.
    public enum Way: String, Sendable, Hashable, CaseIterable {
        /// JSON, as the document prints it.
        case json
        /// XML, as the document prints it.
        case xml
        /// A form, as a page of the service sends it.
        case form
        /// An operation of SOAP 1.1.
        case soap

        /// The name for people.
        public var title: Phrase {
            switch self {
            case .json: Phrase("JSON", en: "JSON")
            case .xml: Phrase("XML", en: "XML")
            case .form: Phrase("Formulario", en: "Form")
            case .soap: Phrase("SOAP", en: "SOAP")
            }
        }
    }

    /// What has become of the score.
    public enum Outcome: Sendable, Hashable {
        /// It was not sent yet.
        case unsent
        /// The service has it.
        case sent(Score)
        /// The service did not take it, or nobody knows.
        case failed(Trouble)
    }

    /// Who reached it.
    public var name: String
    /// How much it is, as it was typed.
    public var total: String
    /// How it is sent.
    public var way: Way
    /// What has become of it.
    public private(set) var outcome = Outcome.unsent
    /// What went over the wire.
    public private(set) var exchange: WireExchange?

    /// Begins an entry.
    ///
    /// - Parameters:
    ///   - name: Who reached it.
    ///   - total: How much it is.
    ///   - way: How it is sent.
    public init(name: String = "", total: String = "", way: Way = .json) {
        self.name = name
        self.total = total
        self.way = way
    }

    /// What is wrong with what was filled in, by the names of the fields.
    ///
    /// The service would take a score of nobody, which is of no use to players.
    public var complaints: [Trouble.Complaint] {
        var complaints: [Trouble.Complaint] = []
        if name.isEmpty {
            let words = Phrase("Escribe quién ha jugado.", en: "Write who has played.")
            complaints.append(.init("name", words))
        } else if let error = ScoreFormState.Form.limits.error(of: name, in: "name") {
            complaints.append(.init(error))
        }
        if Int(total) == nil {
            let words = Phrase(
                "Escribe un número entero, como 125.",
                en: "Write a whole number, such as 125."
            )
            complaints.append(.init("total", words))
        }
        return complaints
    }

    /// Sends the score, unless something is wrong with it.
    ///
    /// - Parameter caller: The service.
    public mutating func send(to caller: ScoresCaller) async {
        let complaints = complaints
        guard complaints.isEmpty, let number = Int(total) else {
            let words = Phrase("Falta algo por rellenar.", en: "Something has yet to be filled in.")
            outcome = .failed(Trouble(.invalid, words, complaints: complaints))
            return
        }
        let tape = WireTape()
        do throws(CallError<Never>) {
            let draft = ScoreDraft(name: name, total: number)
            outcome = .sent(try await caller.add(draft, by: way, tape))
        } catch {
            outcome = .failed(Trouble(error))
        }
        exchange = tape.last
    }
}
