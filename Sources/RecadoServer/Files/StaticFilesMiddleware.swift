// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// Answers with files at paths that no route answers, and passes on all other requests.
///
/// ```swift
/// options.middleware.append(.files(try StaticFiles(root: "/srv/videoclub/assets", at: "/assets")))
/// ```
///
/// A path below a service's prefix belongs to the service, unless the files' own prefix is equal to
/// the service's prefix or below it. A request for a missing file is passed on, for example to a
/// middleware with another directory.
public struct StaticFilesMiddleware: Middleware {
    let files: StaticFiles

    /// Creates the middleware.
    ///
    /// - Parameter files: The files.
    public init(_ files: StaticFiles) { self.files = files }

    /// Answers with a file, or passes on the request.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard context.isUnknown, files.rest(of: request.path) != nil,
            (context.application.owner(of: request)?.prefix.utf8.count ?? 0)
                <= files.path.utf8.count
        else { return next(request) }
        switch files.handle(request) {
        case .now(let response):
            return settle(response, context) ?? next(request)
        case .later(let rest):
            return .later {
                await (settle(rest(), context) ?? next(request)).value
            }
        }
    }

    private func settle(_ response: Response, _ context: RequestContext) -> PendingResponse? {
        if response.status == .notFound { return nil }
        context.note(route: files.route)
        return .now(response)
    }
}

extension Middleware where Self == StaticFilesMiddleware {
    /// Returns middleware that answers with files at paths that no route answers.
    ///
    /// - Parameter files: The files.
    /// - Returns: The middleware.
    public static func files(_ files: StaticFiles) -> StaticFilesMiddleware {
        StaticFilesMiddleware(files)
    }
}
