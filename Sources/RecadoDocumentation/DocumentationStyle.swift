// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The style sheet of the documentation's pages: the system's fonts, two columns on wide screens,
/// and light and dark colors.
enum DocumentationStyle {
    static let sheet: HTML = "\(colours)\(text)\(contents)\(samples)\(forms)"

    /// The colors of the browser's own interface around a page.
    static let themeColours: HTML = .trusted(
        """
        <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)">
        <meta name="theme-color" content="#181410" media="(prefers-color-scheme: dark)">
        """
    )

    /// The colors: text has a contrast ratio of at least 7 with every background, and edges of
    /// controls have a ratio of at least 3.
    private static let colours: HTML = .trusted(
        """

        :root {
          color-scheme: light dark;
          --ink: #221d17; --soft: #554b40; --paper: #faf6ee; --card: #fffdf8; --line: #dccfba;
          --accent: #842a1f; --code: #f2ebdd; --on-accent: #fffdf8; --edge: #877a69;
          --get: #1d5233; --post: #1d4880; --put: #653f08; --delete: #8a1d1d;
          --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052,
            "Source Serif 4", Georgia, serif;
          --sans: Optima, Candara, "Noto Sans", "Source Sans 3", "Liberation Sans", system-ui, sans-serif;
          --mono: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ink: #efe6d8; --soft: #bfb3a2; --paper: #181410; --card: #221d17; --line: #40372c;
            --accent: #f4aa9c; --code: #2c251d; --on-accent: #181410; --edge: #8f8271;
            --get: #8fd3a6; --post: #9cc4f5; --put: #e6bd77; --delete: #ffa89e;
          }
        }
        """
    )

    private static let text: HTML = .trusted(
        """

        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; accent-color: var(--accent); }
        body {
          margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 96rem;
          background: var(--paper); color: var(--ink);
          font: 1.0625rem/1.55 var(--serif); overflow-wrap: anywhere;
        }
        [hidden] { display: none !important; }
        /* The script shows these in a moment; their room is theirs before, so that nothing moves. */
        @media (scripting: enabled) {
          .credentials[hidden], .search[hidden], .try[hidden] { display: block !important; visibility: hidden; }
        }
        h1, h2 { font-weight: 500; line-height: 1.15; text-wrap: balance; }
        h1 { margin: 0.75rem 0 0; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); letter-spacing: -0.012em; }
        h1 small, h2 small { color: var(--soft); font: 0.875rem var(--sans); }
        h2 { margin: 2.5rem 0 1rem; font-size: 1.4rem; font-style: italic; }
        h3 { margin: 0; font-size: 1.05rem; font-weight: 600; overflow-wrap: anywhere; }
        h4 { margin: 1.5rem 0 0.35rem; color: var(--soft); font: 600 0.8125rem/1.4 var(--sans);
          letter-spacing: 0.03em; }
        h5 { margin: 1rem 0 0.25rem; font: 600 0.8125rem var(--sans); }
        p, ul { margin: 0.4rem 0; }
        a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
        a:hover { text-decoration-thickness: 2px; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
        code { font-family: var(--mono); font-size: 0.875em; }
        small { color: var(--soft); font: 0.8125rem var(--sans); }
        header { padding-bottom: 1rem; border-bottom: 4px double var(--line); }
        .top { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem;
          margin: 0; color: var(--soft); font-family: var(--sans); font-size: 0.9375rem; }
        .languages > * { margin-left: 0.75rem; font-weight: 400; }
        .languages b { color: var(--ink); font-weight: 600; }
        .lead { max-width: 44rem; color: var(--soft); font-size: 1.15rem; font-style: italic; }
        .skip { position: absolute; left: -99rem; }
        .skip:focus { left: 1rem; top: 0.5rem; padding: 0.4rem 0.8rem; background: var(--card); }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        section {
          margin-bottom: 1.25rem; padding: 1.4rem 1.5rem; background: var(--card);
          border: 1px solid var(--line); border-radius: 2px;
        }
        section:target { border-color: var(--accent); box-shadow: inset 4px 0 var(--accent); }
        .summary { margin-top: 0.5rem; font-size: 1.15rem; }
        .method {
          display: inline-block; min-width: 5.9em; flex: none; padding: 0.15em 0.35em;
          text-align: center; font: 700 0.6875rem/1.3 var(--sans); letter-spacing: 0.04em;
          border: 1px solid currentcolor; border-radius: 2px; color: var(--soft); vertical-align: 0.1em;
        }
        .get { color: var(--get); } .post { color: var(--post); }
        .put, .patch { color: var(--put); } .delete { color: var(--delete); }
        .mark { color: var(--delete); font-size: 0.8125rem; font-weight: 400; }
        .note { padding: 0.6rem 1rem; border: 1px solid var(--line); }
        table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
        th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-top: 1px solid var(--line);
          text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
        thead th { border: 0; color: var(--soft); font: 0.8125rem var(--sans); }
        tbody th { width: 9rem; }
        td:nth-child(2):not(:last-child) { white-space: nowrap; }
        td table { margin-top: 0.35rem; }
        .terms { padding-left: 1.1rem; color: var(--soft); font-size: 0.9375rem; }
        summary { width: fit-content; min-height: 1.5rem; color: var(--soft); font: 0.875rem/1.7 var(--sans);
          cursor: pointer; }
        details { margin-top: 0.5rem; }
        pre {
          margin: 0.35rem 0; padding: 0.7rem 0.9rem; max-height: 30rem; background: var(--code);
          border-radius: 2px; overflow: auto; scrollbar-width: thin; white-space: pre-wrap;
          overflow-wrap: anywhere; line-height: 1.45;
        }
        .single { grid-column: 1 / -1; max-width: 48rem; margin-top: 1rem; }
        .single h2 { margin: 1.25rem 0 0.25rem; font-size: 1.15rem; }
        .single section h2:first-child { margin-top: 0; }
        @media (max-width: 34rem) {
          body { padding: 1rem 0.75rem 2rem; }
          section { padding: 1rem 0.8rem; }
          tbody th { width: auto; min-width: 5rem; }
          thead th, td:nth-child(2):not(:last-child) { white-space: normal; overflow-wrap: break-word; }
        }
        """
    )

    private static let forms: HTML = .trusted(
        """

        .try { margin-top: 1.25rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
        .try > summary { color: var(--accent); font-weight: 600; }
        form { margin-top: 0.75rem; }
        fieldset { margin: 0.75rem 0; padding: 0.5rem 1rem 0.75rem; min-width: 0;
          border: 1px solid var(--line); border-radius: 2px; }
        legend { padding: 0 0.4rem; color: var(--soft); font: 600 0.8125rem var(--sans); }
        .field { display: grid; grid-template-columns: minmax(7rem, 12rem) minmax(0, 1fr);
          gap: 0.25rem 1rem; align-items: start; margin: 0.5rem 0; }
        .field label { padding-top: 0.45rem; overflow-wrap: anywhere; font: 600 0.8125rem/1.4 var(--sans); }
        .check label { display: inline-flex; gap: 0.5rem; align-items: center; min-height: 1.75rem; }
        input:not([type=checkbox], [type=radio]), select, textarea {
          width: 100%; min-height: 2.5rem; padding: 0.3rem 0.6rem; color: var(--ink);
          background: var(--paper); border: 1px solid var(--edge); border-radius: 2px; font: inherit;
        }
        textarea { font-family: var(--mono);
          font-size: 0.875rem; resize: vertical; }
        input::placeholder { color: var(--soft); opacity: 1; font-style: italic; }
        button { min-height: 2.5rem; padding: 0.4rem 1.4rem; color: var(--on-accent);
          background: var(--accent); border: 1px solid var(--accent); border-radius: 2px; font: 600 1rem/1.2 var(--sans);
          cursor: pointer; }
        button:disabled { opacity: 0.6; cursor: default; }
        button.quiet, button.plain { color: var(--accent); background: none; border-color: var(--edge); }
        .buttons { display: flex; flex-wrap: wrap; gap: 0.6rem; }
        .hint { color: var(--soft); font: 0.875rem/1.5 var(--sans); }
        .status { min-height: 1.55em; font: 600 1rem var(--sans); }
        .good { color: var(--get); } .bad { color: var(--delete); }
        .good::before { content: "✓ "; color: var(--get); }
        .bad::before { content: "✗ "; }
        dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr);
          gap: 0.15rem 1rem; margin: 0.35rem 0; font-size: 0.875rem; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
        @media (max-width: 34rem) {
          .field { grid-template-columns: 1fr; }
          dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.35rem; }
        }
        @media print { nav, .try, .credentials, .copy, .anchor { display: none; } section { border: 0; padding: 0; } }

        """
    )
}
