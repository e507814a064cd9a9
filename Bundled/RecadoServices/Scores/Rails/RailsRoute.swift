// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The route of a path, as in the Rails declaration `resources :scores` with a collection route
/// `top3`.
struct RailsRoute: Sendable {
    /// The kinds of paths that have routes.
    enum PathKind: Sendable {
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

    let place: PathKind
    /// The segment with the number, still percent-encoded.
    let id: Substring
    /// The ending, still percent-encoded.
    let ending: Substring?

    /// Creates the route of a path, or returns `nil` if the path has no route.
    ///
    /// Slashes at the end are ignored, and several slashes in a row count as one.
    init?(path: Substring) {
        var end = 0
        guard let first = Self.segment(of: path, after: &end) else { return nil }
        let second = Self.segment(of: path, after: &end)
        let third = Self.segment(of: path, after: &end)
        guard Self.segment(of: path, after: &end) == nil,
            let (stem, ending) = Self.parts(of: third ?? second ?? first)
        else { return nil }
        self.ending = ending
        guard let second else {
            guard stem == "scores" else { return nil }
            (place, id) = (.collection, "")
            return
        }
        guard first == "scores" else { return nil }
        guard third != nil else {
            id = stem
            place = stem == "top3" ? .top : stem == "new" ? .new : .member
            return
        }
        guard stem == "edit", !second.utf8.contains(UInt8(ascii: ".")) else { return nil }
        (place, id) = (.edit, second)
    }

    /// Returns the next segment of a path, and moves the offset to its end.
    ///
    /// This runs for every request to the application, so it reads bytes by their offsets.
    private static func segment(of path: Substring, after end: inout Int) -> Substring? {
        let (bytes, slash) = (path.utf8Span.span, UInt8(ascii: "/"))
        while end < bytes.count, bytes[end] == slash { end += 1 }
        let start = end
        while end < bytes.count, bytes[end] != slash { end += 1 }
        guard start < end else { return nil }
        let first = path.utf8.index(path.startIndex, offsetBy: start)
        return path[first..<path.utf8.index(first, offsetBy: end - start)]
    }

    /// Splits a segment at its dot into the stem and the ending; `nil` if the segment has several
    /// dots, or if a part is empty.
    private static func parts(of segment: Substring) -> (stem: Substring, ending: Substring?)? {
        let bytes = segment.utf8
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return (segment, nil) }
        let ending = bytes[bytes.index(after: dot)...]
        guard dot != bytes.startIndex, !ending.isEmpty, !ending.contains(UInt8(ascii: ".")) else {
            return nil
        }
        return (segment[..<dot], Substring(ending))
    }

    /// Returns the letters after the last dot of any path, even of a path without a route.
    static func ending(of path: Substring) -> String? {
        guard let last = path.split(separator: "/").last, let dot = last.lastIndex(of: ".") else {
            return nil
        }
        return String(last[dot...].dropFirst())
    }

    /// Returns the action of a method on this route; `nil` if there is none.
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

    /// The methods that have an action on this route, for the Allow field.
    var allowedMethods: String {
        let methods: [Method] = [.delete, .get, .head, .patch, .post, .put]
        return methods.filter { action(of: $0 == .head ? .get : $0) != nil }.map(\.name)
            .joined(separator: ", ")
    }

    /// The template of the route, such as `/scores/{id}`.
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
    /// The methods that Rails knows, even if no action answers them; any other method is refused
    /// with 405.
    static let known: Set<String> = [
        "OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT", "PROPFIND",
        "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "VERSION-CONTROL", "REPORT",
        "CHECKOUT", "CHECKIN", "UNCHECKOUT", "MKWORKSPACE", "UPDATE", "LABEL", "MERGE",
        "BASELINE-CONTROL", "MKACTIVITY", "ORDERPATCH", "ACL", "SEARCH", "MKCALENDAR", "PATCH",
    ]

    /// The methods that a form may name to override POST.
    static let overriding: Set<String> = [
        "GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "LINK", "UNLINK",
    ]
}
