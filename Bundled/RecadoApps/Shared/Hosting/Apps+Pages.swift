// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
import RecadoInProcess

/// Pages of other parts of the server that use the design of the apps.
extension Apps {
    /// Returns a page with the bar, the colors and the language of the apps.
    ///
    /// - Parameters:
    ///   - title: The title, which tabs and bookmarks show.
    ///   - request: The request to answer.
    ///   - status: The status; 200 by default.
    ///   - head: Further elements of the head; none by default.
    ///   - content: Makes the content below the bar, given the tiles of the apps with their latest
    ///     news.
    /// - Returns: The response.
    public func page(
        _ title: String,
        to request: Request,
        status: Status = .ok,
        head: HTML = "",
        content: @escaping @Sendable (_ tiles: () async -> HTML) async -> HTML
    ) async -> Response {
        await InProcessTransport.asClient(of: request) {
            let visit = Visit(request, app: nil, parameters: [:], context: context)
            let content = await content { await Tiles(visit).html }
            var screen = Screen(title: title, layout: .wide, content: content)
            screen.head = head
            return PageResponse.show(screen, status).response(to: visit)
        }
    }
}
