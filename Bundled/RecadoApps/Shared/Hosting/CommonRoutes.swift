// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The routes that are not part of one app: the first page, and the user's preferences.
enum CommonRoutes {
    static let languageCookie = "language"
    static let themeCookie = "theme"
    /// The name of the cookie that turns single-key shortcuts off.
    static let keysCookie = "keys"
    /// The path that stores the choice of language, colors and shortcuts.
    static let preferencesPath = AppIdentity.root + "/preferences"

    static var all: [AppRoute] {
        [
            AppRoute(route: Route("GET \(AppIdentity.root)")) { .show(await .shelf($0)) },
            AppRoute(route: Route("GET \(preferencesPath)"), answer: choose),
        ]
    }

    /// Stores the chosen preferences in cookies, and returns to the previous page.
    private static func choose(_ visit: Visit) -> PageResponse {
        let target = visit.query["to"] ?? ""
        let isOwn = target == "/" || visit.isOwn(target, below: AppIdentity.root)
        var answer = PageResponse.lead(to: isOwn ? target : AppIdentity.root)
        if let language = visit.query["language"].flatMap({ AppLanguage(rawValue: $0) }) {
            answer.cookies.append(Cookie(languageCookie, language.rawValue, for: Cookie.year))
        }
        if let theme = visit.query["theme"].flatMap({ Theme(rawValue: $0) }) {
            let value = theme == .automatic ? "" : theme.rawValue
            answer.cookies.append(Cookie(themeCookie, value, for: Cookie.year))
        }
        if let keys = visit.query["keys"], ["on", "off"].contains(keys) {
            let value = keys == "on" ? "" : keys
            answer.cookies.append(Cookie(keysCookie, value, for: Cookie.year))
        }
        return answer
    }
}

extension Screen {
    /// Returns the page with all apps.
    static func shelf(_ visit: Visit) async -> Screen {
        let say = visit.language
        return Screen(
            title: "Recado",
            layout: .wide,
            content: """
                <h1>Recado</h1>
                <p class="lead">\(say(
                    "Se pide algo a un servicio y se trae la respuesta.",
                    en: "Ask a service for something, and bring back the answer."
                ))</p>
                \(await Tiles(visit).html)
                <p><a href="/">\(say("Los servicios de esta máquina", en: "The services of this machine"))</a></p>
                """
        )
    }

    /// Returns the page for an unknown path.
    static func nothingThere(_ visit: Visit) -> Screen {
        let say = visit.language
        let home = visit.app?.path ?? AppIdentity.root
        let back = Button(
            say("Volver al principio", en: "Back to the beginning"),
            leadingTo: home,
            style: .primary
        )
        return Screen(
            title: say("Aquí no hay nada", en: "There is nothing here"),
            content: EmptyState(
                title: say("Aquí no hay nada", en: "There is nothing here"),
                text: say(
                    "La dirección no lleva a ninguna parte.",
                    en: "The address leads nowhere."
                ),
                action: back.html
            ).html
        )
    }
}

extension Tiles {
    /// Creates the tiles of the apps, with the news that services return within a second.
    init(_ visit: Visit) async {
        let news = await visit.context.glances.all(in: visit.language)
        self.init(apps: visit.context.apps, news: news, language: visit.language)
    }
}
