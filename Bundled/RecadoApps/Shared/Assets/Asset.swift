// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A file that pages load.
///
/// Its name contains a hash of its content, so the content behind a given name never changes.
struct Asset: Sendable {
    /// The path of the file.
    let path: String
    /// The response with the file.
    let response: Response

    /// The folder of all files except the worker.
    private static let folder = AppIdentity.root + "/assets"
    /// The prefix of the paths of files.
    private static let files = folder + "/"

    /// True if a path is in the folder of files or is the worker's path, even if no such file
    /// exists.
    static func isAt(_ path: Substring) -> Bool {
        path == Worker.path || path == folder || path.utf8.starts(with: files.utf8)
    }

    /// Creates a file whose name contains a hash, so that browsers may cache the file for a year.
    ///
    /// - Parameters:
    ///   - name: The name without its extension.
    ///   - ending: The extension of the name.
    ///   - bytes: The bytes of the asset.
    ///   - mediaType: The media type of the asset.
    ///   - policy: The Content-Security-Policy if a browser opens the file directly; by default, a
    ///     policy for images.
    init(
        _ name: String,
        _ ending: String,
        _ bytes: [UInt8],
        _ mediaType: String,
        policy: String = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    ) {
        let hash = HashFunction.sha256.hash(bytes).map(Hexadecimal.text) ?? ""
        path = "\(Self.folder)/\(name).\(hash.prefix(16)).\(ending)"
        response = Self.response(
            bytes,
            mediaType,
            caching: "public, max-age=31536000, immutable",
            policy
        )
    }

    private init(path: String, response: Response) {
        self.path = path
        self.response = response
    }

    private static func response(
        _ bytes: [UInt8],
        _ mediaType: String,
        caching: String,
        _ policy: String
    ) -> Response {
        Response(
            status: .ok,
            fields: [
                .contentType: mediaType,
                .cacheControl: caching,
                .contentTypeOptions: "nosniff",
                .contentSecurityPolicy: policy,
            ],
            content: Content(bytes)
        )
    }

    // MARK: - Files

    /// The style sheet of all apps.
    static let style = Asset(
        "apps",
        "css",
        Array(Stylesheet.text.utf8),
        "text/css; charset=utf-8"
    )
    /// The script of all apps, which also work without it.
    static let script = Asset(
        "apps",
        "js",
        Array(Script.text.utf8),
        "text/javascript; charset=utf-8"
    )
    /// The icon for browser tabs and for the home screens of phones.
    static let icon = Asset("recado", "svg", Array(AppPicture.text.utf8), "image/svg+xml")
    /// The icon of 192 pixels, for phones that accept only bitmaps.
    static let smallIcon = bitmap("recado-192", AppPicture.small)
    /// The same icon of 512 pixels.
    static let largeIcon = bitmap("recado-512", AppPicture.large)
    /// The web app manifest, which browsers need to install the apps.
    static let manifest = Asset(
        "recado",
        "webmanifest",
        Array(AppPicture.manifest.utf8),
        "application/manifest+json"
    )
    /// The pages that the worker shows when the server cannot be reached, by language.
    static let offline = Dictionary(
        AppLanguage.allCases.map { language in
            let page = OfflinePage(language: language)
            let name = "offline-\(language.tag)"
            let bytes = page.html.bytes
            let type = "text/html; charset=utf-8"
            return (language, Asset(name, "html", bytes, type, policy: OfflinePage.policy))
        }
    ) { first, _ in first }
    /// The service worker; its path never changes, because browsers check this path for updates.
    static let worker = {
        var response = Asset.response(
            Array(Worker.text.utf8),
            "text/javascript; charset=utf-8",
            caching: "no-cache",
            "default-src 'none'; connect-src 'self'"
        )
        // The default scope, `/apps/`, would exclude the first page, whose path is `/apps`.
        response.fields["Service-Worker-Allowed"] = AppIdentity.root
        return Asset(path: Worker.path, response: response)
    }()

    private static func bitmap(_ name: String, _ text: String) -> Asset {
        Asset(name, "png", Base64.decode(text) ?? [], "image/png")
    }

    /// All files, by path.
    static let pages: [String: Response] = {
        let files =
            [style, script, icon, smallIcon, largeIcon, manifest, worker] + offline.values
        return Dictionary(files.map { ($0.path, $0.response) }) { first, _ in first }
    }()
}
