// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado

/// The scores of a game: a resource that is listed, shown, added, changed and removed, and its best three.
///
/// The service speaks as the Rails application of the course does: `Documentation/Articles/scores.md`
/// tells what that means. Forms and pages for browsers are part of it and not declared here.
public enum Scores: Sendable {
    /// The service as its callers see it.
    public static let api = API(
        name: "scores",
        title: "Scores",
        version: "1.0.0",
        prefix: "",
        about: "The scores of a game, and the best three of them, in HTML, JSON and XML.",
        endpoints: [
            ListScores.self, TopScores.self, WatchTopScores.self, ShowScore.self,
            CreateScore.self, UpdateScore.self, DeleteScore.self,
        ]
    )
}
