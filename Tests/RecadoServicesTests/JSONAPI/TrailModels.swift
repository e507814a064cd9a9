// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A trail, with one relationship to a single resource and one to several.
struct Trail: Resource {
    static let resourceType = "trails"
    var id: Int
    var title: String
    var metres: Int?
    var category: ToOne<TrailCategory>
    var stops: ToMany<TrailStop>
}

struct TrailCategory: Resource {
    static let resourceType = "categories"
    var id: Int
    var name: String
}

struct TrailStop: Resource {
    static let resourceType = "stops"
    var id: Int
    var name: String
    var trail: ToOne<Trail>
}

/// The members of a trail that clients send.
struct TrailDraft: Resource {
    static let resourceType = "trails"
    var id: Int?
    var lid: String?
    var title: String?
    var metres: Int?
    var category: ToOne<TrailCategory>?
}
