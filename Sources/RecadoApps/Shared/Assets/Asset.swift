// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP
import RecadoServer

/// A file that pages load: its name holds a hash of what is in it, so that it never changes.
struct Asset: Sendable {
    /// The address.
    let path: String
    /// What is in it.
    let text: String
    /// What it is.
    let mediaType: String

    /// The segment of the path below which all lie.
    static let folder = "assets"

    /// Makes a file of a text.
    ///
    /// - Parameters:
    ///   - name: The name without its ending.
    ///   - ending: The ending of the name.
    ///   - text: What is in it.
    ///   - mediaType: What it is.
    init(_ name: String, _ ending: String, _ text: String, _ mediaType: String) {
        let hash = Sealing.hash(Array(text.utf8)).map(Sealing.digits) ?? ""
        path = "\(AppIdentity.root)/\(Self.folder)/\(name).\(hash.prefix(16)).\(ending)"
        self.text = text
        self.mediaType = mediaType
    }

    /// The file as it is answered: kept for a year, for what changes gets another name.
    private var response: Response {
        Response(
            status: .ok,
            fields: [
                .contentType: mediaType,
                .cacheControl: "public, max-age=31536000, immutable",
                .contentTypeOptions: "nosniff",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ],
            content: Content(text)
        )
    }

    // MARK: - Files

    /// The style sheet of all apps.
    static let style = Asset("apps", "css", Stylesheet.text, "text/css; charset=utf-8")
    /// The script, without which all works as well.
    static let script = Asset("apps", "js", Script.text, "text/javascript; charset=utf-8")
    /// The picture of the whole, in tabs and among a phone's apps.
    static let icon = Asset("recado", "svg", AppPicture.text, "image/svg+xml")
    /// What browsers need to know to install the apps.
    static let manifest = Asset(
        "recado",
        "webmanifest",
        AppPicture.manifest(icon: icon.path),
        "application/manifest+json"
    )

    /// All files, by path.
    static var pages: [String: Response] {
        let files = [style, script, icon, manifest]
        return Dictionary(files.map { ($0.path, $0.response) }) { first, _ in first }
    }
}
