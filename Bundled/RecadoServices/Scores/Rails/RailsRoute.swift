// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The route of a path, as `resources :scores` with a collection `top3` declares it.
struct RailsRoute: Sendable {
    /// The shapes of paths.
    enum Place: Sendable {
        case collection
        case top
        case new
        case edit
        case member
    }

    /// The actions of the controller.
    enum Action: Sendable {
        case index, top, new, create, show, edit, update, destroy
    }

    let place: Place
    /// The segment that stands for the number, escaped.
    let id: Substring
    /// The ending, escaped.
    let ending: Substring?

    /// Takes a path apart; `nil` for one that leads nowhere.
    ///
    /// Slashes at the end and several in a row count as little as one.
    init?(path: Substring) {
        if path == "/scores.json" {
            (place, id, ending) = (.collection, "", "json")
            return
        }
        var segments = path.split(separator: "/")
        guard let last = segments.popLast() else { return nil }
        let parts = last.split(
            separator: ".",
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let stem = parts[0]
        ending = parts.count == 2 ? parts[1] : nil
        switch (segments.count, stem) {
        case (0, "scores"): (place, id) = (.collection, "")
        case (1, _) where segments[0] == "scores":
            id = stem
            place = stem == "top3" ? .top : stem == "new" ? .new : .member
        case (2, "edit") where segments[0] == "scores" && !segments[1].contains("."):
            (place, id) = (.edit, segments[1])
        default: return nil
        }
    }

    /// The letters behind the last dot of a path that need not lead anywhere.
    static func ending(of path: Substring) -> String? {
        guard let last = path.split(separator: "/").last, let dot = last.lastIndex(of: ".") else {
            return nil
        }
        return String(last[dot...].dropFirst())
    }

    /// Returns the action of a method on this route; `nil` for none.
    func action(of method: Method) -> Action? {
        switch (place, method) {
        case (.collection, .get): .index
        case (.collection, .post): .create
        case (.top, .get): .top
        case (.new, .get): .new
        case (.edit, .get): .edit
        case (.member, .get): .show
        case (.member, .patch), (.member, .put), (.top, .patch), (.top, .put), (.new, .patch),
            (.new, .put):
            .update
        case (.member, .delete), (.top, .delete), (.new, .delete): .destroy
        default: nil
        }
    }

    /// The methods that do something there, for the Allow field.
    var allowedMethods: String {
        let methods: [Method] = [.delete, .get, .head, .patch, .post, .put]
        return methods.filter { action(of: $0 == .head ? .get : $0) != nil }.map(\.name)
            .joined(separator: ", ")
    }

    /// The template of the routes at the place.
    var template: String {
        switch place {
        case .collection: "/scores"
        case .top: "/scores/top3"
        case .new: "/scores/new"
        case .edit: "/scores/{id}/edit"
        case .member: "/scores/{id}"
        }
    }
}

extension Method {
    /// Those that Rails knows although nothing answers them; others are not allowed.
    static let known: Set<String> = [
        "OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT", "PROPFIND",
        "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "VERSION-CONTROL", "REPORT",
        "CHECKOUT", "CHECKIN", "UNCHECKOUT", "MKWORKSPACE", "UPDATE", "LABEL", "MERGE",
        "BASELINE-CONTROL", "MKACTIVITY", "ORDERPATCH", "ACL", "SEARCH", "MKCALENDAR", "PATCH",
    ]

    /// Those that a form may name in the place of POST.
    static let overriding: Set<String> = [
        "GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "LINK", "UNLINK",
    ]
}
