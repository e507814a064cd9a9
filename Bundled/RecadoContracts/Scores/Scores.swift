// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The scores of a game: clients list, show, add, change and remove scores, and list the best
/// three.
///
/// The service behaves like the Ruby on Rails application of an iOS course (2013), whose document
/// `Documentation/Articles/scores.md` describes. The service also has forms and pages for browsers,
/// which are not declared here.
public enum Scores: Sendable {
    /// The declaration of the service.
    public static let api: API = {
        var api = API(
            name: "scores",
            title: "Scores",
            version: "1.0.0",
            prefix: "",
            about: "The scores of a game, and the best three of them, in HTML, JSON, XML and SOAP.",
            endpoints: [
                ListScores.self, TopScores.self, WatchTopScores.self, ShowScore.self,
                CreateScore.self, UpdateScore.self, DeleteScore.self, Top3AsXml.self,
                AddScore.self, PlayGame.self,
            ]
        )
        api.soap = [tops3, play]
        return api
    }()

    /// The path and the names under which SOAP callers read the best three, as printed in the
    /// course's document (see ``Scores``).
    public static let tops3: SOAP.Binding = {
        var binding = SOAP.Binding(
            at: "/tops3.asmx",
            namespace: "http://localhost:3000/webservices/"
        )
        binding.name = "Top3"
        binding.select(Top3AsXml.self)
        binding.embedDocument(of: Top3AsXml.self)
        binding.answersPlainRequests = true
        return binding
    }()

    /// The path and the names under which SOAP callers add scores; they are not in the course's
    /// document (see ``Scores``).
    public static let play: SOAP.Binding = {
        var binding = SOAP.Binding(at: "/play.asmx", namespace: tops3.namespace)
        binding.name = "Play"
        binding.select(AddScore.self)
        return binding
    }()
}
