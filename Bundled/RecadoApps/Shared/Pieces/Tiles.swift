// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The apps as tiles, each with its latest news.
struct Tiles: Sendable {
    let apps: [AppIdentity]
    let news: [String: Glances.Glance]
    let language: AppLanguage

    /// The tiles.
    var html: HTML {
        """
        <ul class="tiles">
        \(apps.map(tile))
        </ul>
        """
    }

    private func tile(_ app: AppIdentity) -> HTML {
        let glance: HTML? = news[app.name].map { glance in
            """
            <span class="figure number">\(glance.figure)</span>
            <span class="detail">\(glance.words)</span>
            """
        }
        return """
            <li class="\(app.name)"><a href="\(app.path)">\(Icon.mark(of: app).html)
            <span class="title">\(language(app.title))</span>
            \(glance ?? #"<span class="detail">\#(language(app.summary))</span>"#)</a></li>
            """
    }
}
