// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The scores of a game: a resource that is listed, shown, added, changed and
/// removed, and its best three.
///
/// The service speaks as the Rails application of the course does:
/// `Documentation/Articles/scores.md` tells what that means. Forms and pages for browsers are part
/// of it and not declared here.
public enum Scores: Sendable {
    /// The service as its callers see it.
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

    /// The path and the names under which the best three are told by SOAP, as the document prints
    /// them.
    public static let tops3: SOAPBinding = {
        var binding = SOAPBinding(
            at: "/tops3.asmx",
            namespace: "http://localhost:3000/webservices/"
        )
        binding.name = "Top3"
        binding.select(Top3AsXml.self)
        binding.embedDocument(of: Top3AsXml.self)
        binding.answersPlainRequests = true
        return binding
    }()

    /// The path and the names under which scores are added by SOAP, beside those that the document
    /// prints.
    public static let play: SOAPBinding = {
        var binding = SOAPBinding(at: "/play.asmx", namespace: tops3.namespace)
        binding.name = "Play"
        binding.select(AddScore.self)
        return binding
    }()
}
