// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The pages of the scores, with the fields and addresses of those that Rails makes.
enum ScorePages {
    /// What a form begins with.
    struct Form: Sendable {
        /// The number of the score that is changed; `nil` for a new one.
        let id: Int?
        let name: String?
        let total: Int?
    }

    // MARK: - Pages

    static func list(_ scores: [Score], title: String, notice: RailsPages.Notice?) -> HTMLPage {
        page(
            title,
            """
            \(words(notice))
            <h1>\(title)</h1>
            <table>
            <thead><tr><th scope="col">Name</th><th scope="col" class="number">Total</th>
            <th scope="col" colspan="3"><span class="hidden">Actions</span></th></tr></thead>
            <tbody>
            \(scores.map(row))
            </tbody>
            </table>
            <p><a href="/scores/new">New Score</a> · <a href="/scores">All scores</a> ·
            <a href="/scores/top3">Top 3</a></p>
            """
        )
    }

    /// The list that a page without scores has room for.
    static func rows(of page: HTMLPage) -> ScoreList {
        let bytes = page.html.bytes
        let place = bytes.firstRange(of: Array("\n</tbody>".utf8))?.lowerBound ?? bytes.endIndex
        return ScoreList(
            opening: Array(bytes[..<place]),
            separator: [0x0A],
            closing: Array(bytes[place...])
        ) { $1 += Self.row($0).description.utf8 }
    }

    static func score(_ score: Score, notice: RailsPages.Notice?) -> HTMLPage {
        page(
            score.name ?? "Score",
            """
            \(words(notice))
            <p><strong>Name:</strong> \(score.name ?? "")</p>
            <p><strong>Total:</strong> \(score.total.map { "\($0)" } ?? "")</p>
            <p><a href="/scores/\(score.id)/edit">Edit</a> | <a href="/scores">Back</a></p>
            """
        )
    }

    static func form(_ form: Form, errors: [String] = []) -> HTMLPage {
        let title = form.id == nil ? "New Score" : "Editing Score"
        let action = form.id.map { "/scores/\($0)" } ?? "/scores"
        let method: HTML =
            form.id == nil ? "" : #"<input type="hidden" name="_method" value="patch">"#
        let back: HTML = form.id.map { "<a href=\"/scores/\($0)\">Show</a> | " } ?? ""
        let problems = errors.map { "<p class=\"error\" role=\"alert\">\($0)</p>" as HTML }
        return page(
            title,
            """
            <h1>\(title)</h1>
            \(problems)
            <form action="\(action)" accept-charset="UTF-8" method="post">\(method)
            <p><label for="score_name">Name</label>
            <input type="text" name="score[name]" id="score_name" value="\(form.name ?? "")"></p>
            <p><label for="score_total">Total</label>
            <input type="number" name="score[total]" id="score_total"
            value="\(form.total.map { "\($0)" } ?? "")"></p>
            <p><input type="submit" name="commit"
            value="\(form.id == nil ? "Create Score" : "Update Score")"></p>
            </form>
            <p>\(back)<a href="/scores">Back</a></p>
            """
        )
    }

    /// The page for a failure; `nil` where Rails has none.
    static func error(_ status: Status) -> HTMLPage? {
        let text: String
        switch status {
        case .notFound: text = "The page you were looking for doesn't exist."
        case .unprocessableContent: text = "The change you wanted was rejected."
        case .internalServerError: text = "We're sorry, but something went wrong."
        default: return nil
        }
        return page(
            "\(text) (\(status.code))",
            """
            <h1>\(text)</h1>
            <p>There are <a href="/scores">scores</a> here, and
            <a href="/">other services</a>.</p>
            """
        )
    }

    // MARK: - Parts

    private static func row(_ score: Score) -> HTML {
        """
        <tr><td>\(score.name ?? "")</td>\
        <td class="number">\(score.total.map { "\($0)" } ?? "")</td>
        <td><a href="/scores/\(score.id)">Show</a></td>
        <td><a href="/scores/\(score.id)/edit">Edit</a></td>
        <td><form action="/scores/\(score.id)" method="post">\
        <input type="hidden" name="_method" value="delete"><button>Destroy</button></form></td></tr>
        """
    }

    private static func words(_ notice: RailsPages.Notice?) -> HTML {
        guard let notice else { return "" }
        return "<p id=\"notice\" role=\"status\">Score was successfully \(notice.rawValue).</p>"
    }

    private static func page(_ title: String, _ content: HTML) -> HTMLPage {
        var page = HTMLPage(title: title, content: "<main>\n\(content)\n</main>")
        page.style = style
        return page
    }

    private static let style = HTML.trusted(
        """
        :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
        body { margin: 0; padding: 1.5rem 1rem; }
        main { max-width: 40rem; margin: auto; }
        table { width: 100%; border-collapse: collapse; }
        th, td { padding: .4rem .6rem; text-align: start; border-bottom: 1px solid #8886; }
        td:first-child, p, h1 { overflow-wrap: anywhere; }
        @media (max-width: 30rem) {
          thead { position: absolute; clip-path: inset(50%); }
          tr { display: flex; flex-wrap: wrap; border-bottom: 1px solid #8886; }
          td { border: 0; } td:first-child { width: 100%; padding-bottom: 0; font-weight: 600; }
        }
        .number { text-align: end; font-variant-numeric: tabular-nums; }
        .hidden { position: absolute; clip-path: inset(50%); }
        form { margin: 0; }
        label { display: block; }
        input { font: inherit; padding: .3rem .5rem; max-width: 100%; }
        button { font: inherit; }
        #notice { color: light-dark(#176b2c, #7fd492); }
        .error { color: light-dark(#a4161a, #ff9a9a); }
        """
    )
}
