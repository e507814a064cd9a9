// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The icon of the apps, and the web app manifest.
enum AppPicture {
    /// The icon as SVG: a folded note, whose background reaches all edges, so that phones can crop
    /// it to a circle.
    static let text = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">\
        <rect width="512" height="512" fill="#8f2f23"/>\
        <path d="M136 148h196l44 44v172H136z" fill="#fbf6ec"/>\
        <path d="M332 148v44h44z" fill="#dccdb2"/>\
        <path d="M180 228h96M180 272h152M180 316h124" stroke="#8f2f23" stroke-width="16" \
        stroke-linecap="round"/></svg>

        """

    /// The shortcuts to the apps, which phones show in the icon's menu.
    private static var shortcuts: String {
        AppIdentity.all.map { app in
            let title = app.title.spanish
            return #"{ "name": "\#(title)", "url": "\#(app.path)" }"#
        }.joined(separator: ",\n                ")
    }

    /// The manifest, which browsers need to install the apps (W3C Web Application Manifest).
    ///
    /// The essential part of the icon is within the circle to which phones crop it.
    static var manifest: String {
        let (small, large) = (Asset.smallIcon.path, Asset.largeIcon.path)
        return """
            {
              "id": "/apps",
              "name": "Recado",
              "short_name": "Recado",
              "lang": "es",
              "start_url": "/apps",
              "scope": "/apps",
              "display": "standalone",
              "background_color": "\(Theme.paper.light)",
              "theme_color": "\(Theme.paper.light)",
              "shortcuts": [
                \(shortcuts)
              ],
              "icons": [
                { "src": "\(small)", "sizes": "192x192", "type": "image/png" },
                { "src": "\(large)", "sizes": "512x512", "type": "image/png" },
                { "src": "\(large)", "sizes": "512x512", "type": "image/png", "purpose": "maskable" },
                { "src": "\(Asset.icon.path)", "sizes": "any", "type": "image/svg+xml" }
              ]
            }

            """
    }
}
