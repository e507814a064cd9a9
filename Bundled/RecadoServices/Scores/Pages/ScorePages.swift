// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The HTML pages of the scores, with the same form fields and addresses as in Rails.
enum ScorePages {
    /// The initial values of a form.
    struct Form: Sendable {
        /// The number of the score to change; `nil` for a new score.
        let id: Int?
        let name: String?
        let total: Int?
    }

    // MARK: - Pages

    static func list(_ scores: [Score], title: String, notice: RailsPages.Notice?) -> HTML.Page {
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

    /// Returns the HTML before, between and after the rows of a list, taken from `page`, a page
    /// with an empty table.
    static func rows(of page: HTML.Page) -> ScoreList {
        let bytes = page.html.bytes
        let place = bytes.firstRange(of: Array("\n</tbody>".utf8))?.lowerBound ?? bytes.endIndex
        return ScoreList(
            opening: Array(bytes[..<place]),
            separator: [0x0A],
            closing: Array(bytes[place...])
        ) { $1 += Self.row($0).description.utf8 }
    }

    static func score(_ score: Score, notice: RailsPages.Notice?) -> HTML.Page {
        page(
            score.name ?? "Score",
            """
            \(words(notice))
            <h1>Score \(score.id)</h1>
            <p><strong>Name:</strong> \(score.name ?? "")</p>
            <p><strong>Total:</strong> \(score.total.map { "\($0)" } ?? "")</p>
            <p><a href="/scores/\(score.id)/edit">Edit</a> | <a href="/scores">Back</a></p>
            """
        )
    }

    static func form(_ form: Form, errors: [String] = []) -> HTML.Page {
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

    /// Returns the page for an error status; `nil` if Rails has none.
    static func error(_ status: Status) -> HTML.Page? {
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

    private static func page(_ title: String, _ content: HTML) -> HTML.Page {
        var page = HTML.Page(
            title: title,
            content: """
                <header><a href="/">Recado</a> <a href="/scores">Scores</a></header>
                <main>
                \(content)
                </main>
                """
        )
        page.head = """
            <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)">
            <meta name="theme-color" content="#181410" media="(prefers-color-scheme: dark)">
            """
        page.style = style
        return page
    }

    /// The style sheet, with the colors of the game app and a contrast ratio of at least 7.
    private static let style = HTML.trusted(
        """
        :root {
          color-scheme: light dark; --paper: light-dark(#faf6ee, #181410); --ink: light-dark(#221d17, #efe6d8);
          --soft: light-dark(#554b40, #bfb3a2); --line: light-dark(#dccfba, #40372c);
          --edge: light-dark(#877a69, #8f8271); --sheet: light-dark(#fffdf8, #221d17);
          --accent: light-dark(#533780, #cab4f2);
          --sans: Optima, Candara, "Noto Sans", "Source Sans 3", "Liberation Sans", system-ui, sans-serif;
          font: 1.0625rem/1.55 "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052,
            "Source Serif 4", Georgia, serif;
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); }
        header { display: flex; gap: 1rem; align-items: center; min-height: 3.5rem; padding: 0 1rem;
          border-bottom: 4px double var(--line); font-size: 1.3rem; font-style: italic; }
        header a { text-decoration: none; }
        main { max-width: 42rem; margin: auto; padding: 2rem 1.25rem 4rem; }
        h1 { margin: 0 0 1rem; font-weight: 500; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); }
        a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        table { width: 100%; border-collapse: collapse; }
        th, td { padding: .5rem .6rem .5rem 0; text-align: start; border-bottom: 1px solid var(--line); }
        th { color: var(--soft); font: 600 0.8125rem var(--sans); letter-spacing: 0.03em; }
        td:first-child, p, h1 { overflow-wrap: anywhere; }
        .number { text-align: end; font-variant-numeric: tabular-nums lining-nums; }
        .hidden { position: absolute; clip-path: inset(50%); }
        form { margin: 0; }
        label { display: block; margin-bottom: 0.3rem; color: var(--soft); font: 600 0.8125rem var(--sans); }
        input, button { min-height: 2.75rem; padding: .3rem .7rem; max-width: 100%; color: var(--ink);
          background: var(--sheet); border: 1px solid var(--edge); border-radius: 2px; font: inherit; }
        input[type=text], input[type=number] { width: 100%; }
        button, input[type=submit] { color: var(--accent); font: 600 1rem/1.2 var(--sans); cursor: pointer; }
        @media (max-width: 30rem) {
          thead { position: absolute; clip-path: inset(50%); }
          tr { display: flex; flex-wrap: wrap; align-items: center; border-bottom: 1px solid var(--line); }
          td { border: 0; } td:first-child { width: 100%; padding-bottom: 0; font-weight: 600; }
        }
        #notice { color: light-dark(#22552c, #9fd6a6); }
        .error { color: light-dark(#8f1717, #ffa89e); }
        """
    )
}
