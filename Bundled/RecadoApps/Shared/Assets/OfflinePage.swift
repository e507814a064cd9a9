// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The page that the service worker shows if the server cannot be reached.
///
/// It appears at the requested address, so its link to the same address tries again.
struct OfflinePage: Sendable {
    let language: AppLanguage

    /// The Content-Security-Policy: no scripts, and forms are sent only to this server.
    static let policy =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"

    private var title: String { language("Sin conexión", en: "No connection") }

    private var state: HTML {
        EmptyState(
            icon: .recado,
            title: title,
            text: language(
                "No se llega al servidor. Puede que no haya red, o que esté parado un momento.",
                en:
                    "The server is not reached. There may be no network, or it has stopped for a moment."
            ),
            action: """
                <p hidden>\(language(
                    "Lo que has escrito sigue aquí y se enviará.",
                    en: "What you wrote is still here, and will be sent."
                ))</p>
                <div class="buttons"><a class="button primary" href="">\(language(
                    "Volver a intentarlo",
                    en: "Try again"
                ))</a></div>
                """
        ).html
    }

    /// The document.
    var html: HTML {
        """
        <!DOCTYPE html>
        <html lang="\(language.tag)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        \(Theme.automatic.colours)
        <title>\(title) · Recado</title>
        <link rel="stylesheet" href="\(Asset.style.path)">
        <link rel="icon" type="image/svg+xml" href="\(Asset.icon.path)">
        </head>
        <body>
        <main class="column">
        \(state)
        </main>
        </body>
        </html>

        """
    }
}
