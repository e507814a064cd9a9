// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The files below a directory, as the answers to GET and HEAD below a path.
///
/// ```swift
/// var assets = try StaticFiles(root: "/srv/videoclub/assets", at: "/assets")
/// assets.recognizesHashes = true
/// options.middleware.append(.files(assets))
/// ```
///
/// The root cannot be left. A path is decoded once; if a name then contains a slash, a backslash, a
/// control character or `..`, it is not found, nor is one that begins with a dot, except for the
/// directory `.well-known` (RFC 8615). Symbolic links below the root are not followed, and only
/// regular files are sent. Directories are not listed; they answer with their index file if they
/// have one.
///
/// Answers have an entity tag and a date, heed conditions (RFC 9110 §13) and ranges (§14), and
/// forbid clients to guess the type. Clients that accept the coding get `page.html.br` or
/// `page.html.gz` in place of `page.html`, unless that copy is older. If a file changes while it is
/// sent, its connection is closed, for the client would otherwise combine two versions.
public struct StaticFiles: Handler {
    /// The default policy of pages: they load and run only content from their own origin.
    public static let ownOriginPolicy =
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

    /// The prefix of the files' paths, without a slash at the end: `/assets`; empty for all paths.
    public let path: String

    /// The rules for caches of the files; by default caches have to ask each time.
    public var caching = Caching.revalidated

    /// True if caches keep files whose name contains a hash for a year without asking; false by
    /// default, for a name such as `invoice.20260101.pdf` only looks like one with a hash.
    ///
    /// A hash is a part of at least eight hexadecimal digits between dots or hyphens, followed by
    /// the ending: `app.3f9a1b2c.js`, `style-0badcafe.css`.
    public var recognizesHashes = false

    /// The file that is sent for its directory, `index.html` by default; `nil` for none.
    public var index: String? = "index.html"

    /// True if files with the endings `.br` and `.gz` are sent in place of those they were made
    /// from; true by default.
    public var sendsCompressed = true

    /// The Content-Security-Policy of pages and of pictures that contain scripts;
    /// ``ownOriginPolicy`` by default, `nil` for none.
    public var contentSecurityPolicy: String? = Self.ownOriginPolicy

    /// Media types by ending, in small letters and without its dot, which take precedence over the
    /// usual ones.
    public var mediaTypes: [String: MediaType] = [:]

    let root: FileRoot

    /// Opens a directory.
    ///
    /// - Parameters:
    ///   - root: The directory's path, which may contain symbolic links. It is opened once: if the
    ///     path leads to another directory later, that does not matter.
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
    /// It waits for the disk on a thread other than the event loop's.
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

    /// Returns the rest of the path after the prefix, if the path has it: nothing, or a part that
    /// begins with a slash.
    func rest(of requested: Substring) -> Substring? {
        let prefix = path.utf8
        guard requested.utf8.starts(with: prefix) else { return nil }
        let rest = requested[requested.utf8.index(requested.startIndex, offsetBy: prefix.count)...]
        return rest.isEmpty || rest.utf8.first == UInt8(ascii: "/") ? rest : nil
    }

    /// The template under which requests for the files are counted.
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
    /// The problem of a missing file, and of a hidden one, so that they cannot be distinguished.
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
