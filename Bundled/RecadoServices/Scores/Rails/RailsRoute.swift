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
    /// The segment with the number, escaped.
    let id: Substring
    /// The ending, escaped.
    let ending: Substring?

    /// Splits a path; `nil` for a path without a route.
    ///
    /// Slashes at the end are ignored, and several in a row are treated as one.
    init?(path: Substring) {
        var rest = path.utf8
        guard let first = Self.segment(from: &rest) else { return nil }
        let second = Self.segment(from: &rest)
        let third = Self.segment(from: &rest)
        guard Self.segment(from: &rest) == nil,
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

    /// Removes the next segment from the rest of a path, and returns it.
    private static func segment(from rest: inout Substring.UTF8View) -> Substring? {
        let slash = UInt8(ascii: "/")
        rest = rest.drop { $0 == slash }
        let segment = rest.prefix { $0 != slash }
        rest = rest[segment.endIndex...]
        return segment.isEmpty ? nil : Substring(segment)
    }

    /// The last segment without its ending, and the ending; `nil` if there are several segments, or
    /// no segment.
    private static func parts(of segment: Substring) -> (stem: Substring, ending: Substring?)? {
        let bytes = segment.utf8
        guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return (segment, nil) }
        let ending = bytes[bytes.index(after: dot)...]
        guard dot != bytes.startIndex, !ending.isEmpty, !ending.contains(UInt8(ascii: ".")) else {
            return nil
        }
        return (segment[..<dot], Substring(ending))
    }

    /// The letters after the last dot of a path, which need not have a route.
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
    /// The methods that Rails knows although nothing answers them; others are not allowed.
    static let known: Set<String> = [
        "OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT", "PROPFIND",
        "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "VERSION-CONTROL", "REPORT",
        "CHECKOUT", "CHECKIN", "UNCHECKOUT", "MKWORKSPACE", "UPDATE", "LABEL", "MERGE",
        "BASELINE-CONTROL", "MKACTIVITY", "ORDERPATCH", "ACL", "SEARCH", "MKCALENDAR", "PATCH",
    ]

    /// The methods that a form may name instead of POST.
    static let overriding: Set<String> = [
        "GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "LINK", "UNLINK",
    ]
}
