// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name, the title and the summary of an app.
public struct AppIdentity: Sendable, Hashable {
    /// The name in the app's path, such as `videoclub`.
    public let name: String
    /// The title that pages show.
    public let title: Phrase
    /// The purpose of the app, in a sentence.
    public let summary: Phrase

    /// The path of the app's first page.
    public var path: String { "\(Self.root)/\(name)" }

    /// The prefix of the paths of all apps.
    static let root = "/apps"

    /// The apps, in the order of the first page.
    static let all = [videoclub, weather, game, posts, playground]

    /// The videoclub, in which members rent films.
    static let videoclub = AppIdentity(
        name: "videoclub",
        title: Phrase("Videoclub", en: "Videoclub"),
        summary: Phrase(
            "Películas para alquilar, devolver y añadir.",
            en: "Films to rent, return and add."
        )
    )
    /// The weather of a city.
    static let weather = AppIdentity(
        name: "weather",
        title: Phrase("El tiempo", en: "Weather"),
        summary: Phrase("El tiempo que hace en una ciudad.", en: "The weather in a city.")
    )
    /// The three best scores of a game.
    static let game = AppIdentity(
        name: "game",
        title: Phrase("Puntuaciones", en: "Scores"),
        summary: Phrase(
            "Las tres mejores puntuaciones, en directo.",
            en: "The best three scores, live."
        )
    )
    /// Short notes that everyone can read and write.
    static let posts = AppIdentity(
        name: "posts",
        title: Phrase("Mensajes", en: "Posts"),
        summary: Phrase("Notas que todo el mundo lee.", en: "Notes that everyone reads.")
    )
    /// Simulated answers, and how calls read them.
    static let playground = AppIdentity(
        name: "playground",
        title: Phrase("Ensayos", en: "Playground"),
        summary: Phrase(
            "Llamadas simuladas y lo que sale de ellas.",
            en: "Simulated calls and what comes of them."
        )
    )
}
