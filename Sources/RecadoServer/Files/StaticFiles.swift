// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// A handler that serves the files below a directory to GET and HEAD requests.
///
/// ```swift
/// var assets = try StaticFiles(root: "/srv/videoclub/assets", at: "/assets")
/// assets.recognizesHashes = true
/// options.middleware.append(.files(assets))
/// ```
///
/// A request cannot reach files outside the root. A path is decoded once; a name that then contains
/// a slash, a backslash or a control character, or that begins with a dot, is answered with 404,
/// except for the directory `.well-known` (RFC 8615). Symbolic links below the root are not
/// followed, and only regular files are sent. Directories are not listed; a directory is answered
/// with its index file if it has one.
///
/// Answers have an entity tag and a date, honor conditions (RFC 9110 §13) and ranges (§14), and
/// forbid clients to guess the media type. Clients that accept the coding get `page.html.br` or
/// `page.html.gz` in place of `page.html`, unless that copy is older. If a file changes while it is
/// sent, the connection is closed, because the client would otherwise combine two versions.
public struct StaticFiles: Handler {
    /// The default policy of pages: they load and run only content from their own origin.
    public static let ownOriginPolicy =
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

    /// The prefix of the files' paths, without a slash at the end: `/assets`; empty for all paths.
    public let path: String

    /// The caching rules for the files; by default, caches must revalidate each time.
    public var caching = Caching.revalidated

    /// True if caches may keep files with a hash in their name for a year without revalidating;
    /// false by default, because a name such as `invoice.20260101.pdf` only looks as if it has a
    /// hash.
    ///
    /// A hash is a part of at least eight hexadecimal digits between dots or hyphens, followed by
    /// the file extension: `app.3f9a1b2c.js`, `style-0badcafe.css`.
    public var recognizesHashes = false

    /// The name of the file that is sent for a directory, `index.html` by default; `nil` for none.
    public var index: String? = "index.html"

    /// True if compressed copies with the extensions `.br` and `.gz` are sent in place of the
    /// original files; true by default.
    public var sendsCompressed = true

    /// The Content-Security-Policy of pages and of pictures that contain scripts;
    /// ``ownOriginPolicy`` by default, `nil` for none.
    public var contentSecurityPolicy: String? = Self.ownOriginPolicy

    /// Media types by lowercase file extension without the dot, which take precedence over the
    /// usual ones.
    public var mediaTypes: [String: MediaType] = [:]

    let root: FileRoot

    /// Opens a directory.
    ///
    /// - Parameters:
    ///   - root: The directory's path, which may contain symbolic links. It is opened only once, so
    ///     that a later change of the path has no effect.
    ///   - path: The path that the files' paths begin with; by default a slash, for all paths.
    /// - Throws: ``StaticFilesError`` when the directory cannot be opened.
    public init(root: String, at path: String = "/") throws(StaticFilesError) {
        self.root = try FileRoot(root)
        var path = path[...]
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path.isEmpty || path.hasPrefix("/") ? String(path) : "/\(path)"
    }

    /// Answers with the file that the path names.
    ///
    /// The disk is read on a thread other than the event loop's.
    ///
    /// - Parameter request: The request.
    /// - Returns: The file; 404 if there is none, 405 for methods other than GET, HEAD and OPTIONS.
    public func handle(_ request: Request) -> PendingResponse {
        guard request.method == .get || request.method == .head else {
            return .now(refuse(request))
        }
        guard let rest = rest(of: request.path), let path = FilePath(rest) else {
            return .now(Response(ProblemDetails.noSuchFile))
        }
        return .later { await answerElsewhere(request, path) }
    }

    /// Returns the rest of a path after the prefix: empty, or beginning with a slash; `nil` if the
    /// path does not have the prefix.
    func rest(of requested: Substring) -> Substring? {
        let prefix = path.utf8
        guard requested.utf8.starts(with: prefix) else { return nil }
        let rest = requested[requested.utf8.index(requested.startIndex, offsetBy: prefix.count)...]
        return rest.isEmpty || rest.utf8.first == UInt8(ascii: "/") ? rest : nil
    }

    /// The route template under which requests for the files are counted.
    var route: String { "\(path)/*" }

    private func refuse(_ request: Request) -> Response {
        let allow = "GET, HEAD, OPTIONS"
        if request.method == .options {
            return Response(status: .noContent, fields: [.allow: allow])
        }
        let problem = ProblemDetails(
            status: .methodNotAllowed,
            detail: "This path answers \(allow)."
        )
        var response = Response(problem)
        response.fields[.allow] = allow
        return response
    }

    @concurrent
    private func answerElsewhere(_ request: Request, _ path: FilePath) async -> Response {
        await withTaskExecutorPreference(globalConcurrentExecutor) {
            do throws(ProblemDetails) {
                return try answer(request, path)
            } catch {
                return Response(error)
            }
        }
    }
}

extension ProblemDetails {
    /// The problem of a missing or hidden file, the same for both so that they cannot be
    /// distinguished.
    static var noSuchFile: ProblemDetails {
        ProblemDetails(status: .notFound, detail: "There is nothing at this path.")
    }
}

/// The error of a directory that cannot be opened.
public struct StaticFilesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The directory's path.
    public let root: String
    /// The system's reason, a value of errno.
    public let code: Int32

    /// The directory and the reason why it cannot be opened.
    public var description: String {
        "the directory \(root) cannot be opened: \(SystemText.of(code))"
    }
}
