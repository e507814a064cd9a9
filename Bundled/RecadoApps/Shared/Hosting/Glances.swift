// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The news of each app for its tile on the first page, such as the temperature or the best score.
///
/// The services are called concurrently, and have one second to answer. A tile without news shows
/// the summary of its app.
struct Glances: Sendable {
    /// The news of an app.
    struct Glance: Sendable {
        /// The number or the words in large type.
        let figure: String
        /// The words that explain the figure.
        let words: String
    }

    private let films: Client
    private let weather: WeatherCalls
    private let scores: ScoreCalls
    private let posts: PostCalls

    /// The city whose weather is shown.
    private static let city = "Alicante"

    init(_ settings: Apps.Settings) {
        func patient(_ client: Client) -> Client {
            client.with {
                $0.timeouts = Timeouts(connect: .seconds(1), idle: nil, total: .seconds(1))
            }
        }
        films = patient(settings.videoclub)
        weather = WeatherCalls(patient(settings.weather), key: settings.weatherKey)
        scores = ScoreCalls(patient(settings.scores))
        posts = PostCalls(patient(settings.posts))
    }

    /// Returns the news of each app in a language; the keys are the names of the apps.
    func all(in say: AppLanguage) async -> [String: Glance] {
        async let free = freeFilms(say)
        async let temperature = temperature(say)
        async let best = best(say)
        async let last = last(say)
        let news = await [
            AppIdentity.videoclub: free, .weather: temperature, .game: best, .posts: last,
        ]
        return Dictionary(news.compactMap { app, glance in glance.map { (app.name, $0) } }) {
            first,
            _ in
            first
        }
    }

    private func freeFilms(_ say: AppLanguage) async -> Glance? {
        var call = ListFilms(limit: 1)
        call.rented = false
        guard let total = try? await films.send(call).total else { return nil }
        let words =
            total == 1
            ? say("película libre", en: "film to rent")
            : say("películas libres", en: "films to rent")
        return Glance(figure: "\(total)", words: words)
    }

    private func temperature(_ say: AppLanguage) async -> Glance? {
        let question = WeatherQuestion(place: Self.city, language: say.tag)
        guard let report = try? await weather.report(for: question) else { return nil }
        let amount = Amount(units: question.units, language: say)
        let sky = report.conditions.first.map { ", \($0.description)" } ?? ""
        let degrees = amount.temperature(report.readings.temperature, decimals: 0)
        return Glance(figure: degrees, words: (report.city ?? Self.city) + sky)
    }

    private func best(_ say: AppLanguage) async -> Glance? {
        guard let best = try? await scores.top(by: .json).first, let total = best.total else {
            return nil
        }
        let name = (best.name ?? "").shortened
        return Glance(
            figure: "\(total)",
            words: name.isEmpty ? say("la mejor", en: "the best") : name
        )
    }

    private func last(_ say: AppLanguage) async -> Glance? {
        guard let page = try? await posts.list(), let last = page.posts.first else { return nil }
        return Glance(
            figure: last.title.shortened,
            words: page.total == 1
                ? say("el único mensaje", en: "the only post")
                : say("el último de \(page.total)", en: "the last of \(page.total)")
        )
    }
}

extension String {
    /// The text, or its beginning with an ellipsis if it is long.
    fileprivate var shortened: String {
        let limit = 60
        return count > limit ? prefix(limit).trimmed + "…" : self
    }
}

extension Substring {
    fileprivate var trimmed: String { String(self).trimmed }
}
