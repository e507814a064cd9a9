// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// A post as readers see it: its time, its author and its text.
struct PostText: Sendable {
    let post: Post
    let visit: Visit

    private var say: AppLanguage { visit.language }

    var html: HTML {
        """
        \(origin.map { "<p class=\"origin\">\($0)</p>" as HTML })
        <div class="text" dir="auto">\(LinkedText(text: post.body).html)</div>
        """
    }

    /// The time and the author, if they are known.
    var origin: HTML? {
        let time = post.creationTime.map {
            Moment(time: $0, now: visit.context.now()).html(in: say)
        }
        let author: HTML? = post.author.map {
            "<span class=\"author number\">\(say("Autor", en: "Author")) \($0)</span>"
        }
        let parts = [time, author].compactMap(\.self)
        guard let first = parts.first else { return nil }
        return parts.dropFirst().reduce(first) { "\($0) <span aria-hidden=\"true\">·</span> \($1)" }
    }

    /// The number of characters of a text that a list shows.
    private static let excerptLength = 140

    /// The beginning of the text, in one line.
    var excerpt: String {
        let length = Self.excerptLength
        // A character may have any number of marks, so scalars are limited first.
        let start = String(post.body.unicodeScalars.prefix(length * 4))
        let line = start.prefix(length + 1).split { $0.isWhitespace }.joined(separator: " ")
        return line.count > length ? String(line.prefix(length)) + "…" : line
    }
}
