// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer

/// The icons of conditions; each is drawn at the first request.
enum WeatherIcons {
    /// Every icon by path: `/img/w/10d.png` of 50 pixels and `/img/wn/10d@2x.png` of 100.
    static let pages: [String: any Handler] = {
        var pages: [String: any Handler] = [:]
        var drawn: [String: DeferredPage] = [:]
        for icon in WeatherIcon.all {
            for (path, size) in [("/img/w/\(icon.name)", 50), ("/img/wn/\(icon.name)@2x", 100)] {
                let subject = "\(icon.subject) \(size)"
                let page =
                    drawn[subject]
                    ?? DeferredPage { response(PNG.file(of: icon.picture(size: size)) ?? []) }
                drawn[subject] = page
                pages[path + ".png"] = page
            }
        }
        return pages
    }()

    private static func response(_ file: [UInt8]) -> Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "image/png",
                // 30 days, because an icon can change only with a new version of the program, and
                // rarely does.
                .cacheControl: "public, max-age=2592000",
                .contentTypeOptions: "nosniff",
            ],
            content: Content(file)
        )
    }
}
