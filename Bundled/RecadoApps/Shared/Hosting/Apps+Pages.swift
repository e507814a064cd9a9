// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
import RecadoInProcess

/// Pages beside the apps that look as they do.
extension Apps {
    /// A page with the bar, the colours and the language of the apps.
    ///
    /// - Parameters:
    ///   - title: The title, as tabs and bookmarks show it.
    ///   - request: The request that it answers.
    ///   - status: The status; 200 by default.
    ///   - head: Further elements of the head; none by default.
    ///   - content: Makes what is below the bar, by the tiles of the apps
    ///     with what is going on in them.
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
            return Answer.show(screen, status).response(to: visit)
        }
    }
}
