// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The style sheet of all apps, which look like a notebook for errands.
///
/// The pages have paper, ink and ruled lines, titles in an old-style serif, and one color for each
/// app. They use the system's fonts. Further styles of an app are in the app's own folder.
enum Stylesheet {
    static let text =
        ground + type + bar + layout + controls + messages + VideoclubStyle.text
        + WireStyle.text + WeatherStyle.text + GameStyle.text + PostsStyle.text
        + PlaygroundStyle.text + HomeStyle.text + ownColours

    /// Light and dark colors: text has a contrast ratio of at least 7, and edges of controls have a
    /// ratio of at least 3.
    private static let ground = """
        :root {
          color-scheme: light dark;
          --paper: light-dark(#faf6ee, #181410); --sheet: light-dark(#fffdf8, #221d17);
          --ink: light-dark(#221d17, #efe6d8); --soft: light-dark(#554b40, #bfb3a2);
          --line: light-dark(#dccfba, #40372c); --edge: light-dark(#877a69, #8f8271);
          --wrong: light-dark(#8f1717, #ffa89e); --done: light-dark(#22552c, #9fd6a6);
          --accent: light-dark(#842a1f, #f4aa9c);
          --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052,
            "Source Serif 4", Georgia, serif;
          --sans: Optima, Candara, "Noto Sans", "Source Sans 3", "Liberation Sans", system-ui,
            sans-serif;
        }
        [data-theme="light"] { color-scheme: light; }
        [data-theme="dark"] { color-scheme: dark; }
        .weather { --accent: light-dark(#164e6f, #8fc9ec); }
        .game { --accent: light-dark(#533780, #cab4f2); }
        .posts { --accent: light-dark(#235339, #97d5ad); }
        .playground { --accent: light-dark(#5f400a, #e6c177); }
        * { box-sizing: border-box; }
        html { background: var(--paper); accent-color: var(--accent); scroll-padding-top: 4.5rem; }
        body { margin: 0; color: var(--ink); font: 1.0625rem/1.55 var(--serif); overflow-wrap: break-word; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
        [hidden] { display: none !important; }
        .hidden {
          position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
          clip-path: inset(50%); white-space: nowrap;
        }
        .skip { position: absolute; left: -100vw; }
        .skip:focus { left: 0; z-index: 3; padding: 0.75rem 1rem; background: var(--sheet); }

        """

    /// The styles of titles, texts and links.
    private static let type = """
        h1, h2, h3 { margin: 0 0 0.5rem; font-weight: 500; line-height: 1.15; text-wrap: balance; }
        h1 { font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); letter-spacing: -0.012em; }
        h2 { font-size: 1.3rem; }
        p { margin: 0 0 0.9rem; max-width: 38rem; }
        a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
        a:hover { text-decoration-thickness: 2px; }
        .lead { color: var(--soft); font-size: 1.15rem; font-style: italic; }
        .soft, .hint { color: var(--soft); }
        .label, label, dt, legend, th {
          color: var(--soft); font: 600 0.8125rem/1.4 var(--sans); letter-spacing: 0.03em;
        }
        code, pre, output.wire { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, monospace; font-size: 0.875em; }
        pre {
          margin: 0 0 1rem; padding: 0.9rem 1rem; overflow-x: auto; background: var(--sheet);
          border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere;
        }
        dl { margin: 0 0 1rem; } dd { margin: 0 0 0.6rem; }
        h1, h2, h3, p, dd, td, .title, .detail, .name, .text { min-width: 0; overflow-wrap: anywhere; }
        .number { font-variant-numeric: tabular-nums lining-nums; }
        .icon {
          width: 1.35em; height: 1.35em; flex: none; vertical-align: -0.3em; fill: none;
          stroke: currentcolor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round;
        }

        """

    /// The styles of the bar above each page, which has a double line below it.
    private static let bar = """
        .bar {
          position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 0.5rem;
          justify-content: space-between; min-height: 3.5rem; padding: 0 max(0.5rem, env(safe-area-inset-left));
          background: var(--paper); border-bottom: 4px double var(--line);
        }
        .bar nav, .actions { display: flex; align-items: center; gap: 0.25rem; min-width: 0; }
        .bar nav a { display: inline-flex; align-items: center; min-height: 2.75rem; text-decoration: none; }
        .bar .home { min-width: 2.75rem; justify-content: center; font-size: 1.1rem; }
        .bar .name { padding: 0 0.25rem; font-size: 1.3rem; font-style: italic; white-space: nowrap; }
        .bar nav { flex: 1 1 auto; } .bar .actions { flex: none; }
        .bar .back { min-width: 0; padding-right: 0.5rem; font: 0.9375rem var(--sans); }
        .bar .back span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        @media (max-width: 22.49rem) { .bar .back { flex: none; } .bar .back span { width: 1px; opacity: 0; } }
        .popover {
          position: fixed; inset: 3.75rem 0.75rem auto auto; margin: 0; padding: 0.6rem; min-width: 12rem;
          max-width: calc(100vw - 1.5rem); color: var(--ink); background: var(--sheet);
          border: 1px solid var(--edge); box-shadow: 0 0.5rem 1.5rem #0003;
        }
        @supports (position-area: bottom span-left) {
          .popover { inset: auto; position-area: bottom span-left; margin-top: 0.35rem; }
        }
        .popover ul { margin: 0 0 0.5rem; padding: 0; list-style: none; }
        .popover .label { margin: 0.35rem 0.6rem 0.1rem; }
        .popover li > a, .popover li > form > .button {
          display: flex; align-items: center; gap: 0.6rem; width: 100%; min-height: 2.75rem; padding: 0 0.6rem;
          border: 0; color: var(--ink); background: none; text-decoration: none; font: 1rem var(--sans);
        }
        .popover li > a:hover, .popover li > form > .button:hover { background: var(--paper); }
        .popover [aria-current]::after { content: "✓"; margin-left: auto; color: var(--accent); }
        @media print {
          :root[data-theme] { color-scheme: light; }
          .bar, .toast, form, .button, .switch, dialog, .skip { display: none; }
        }

        """

    /// The styles of columns, lists, and pages that are split into two parts.
    private static let layout = """
        .column { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
        .column > h1 { margin-bottom: 1rem; }
        .wide { max-width: 78rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
        .split > main { padding: 1.5rem 1.25rem 4rem; min-width: 0; }
        .split > aside { display: none; }
        @media (min-width: 48rem) {
          .split { display: grid; grid-template-columns: minmax(17rem, 24rem) minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
          .split > aside {
            grid-area: 1 / 1; display: block; position: sticky; top: 3.75rem; height: calc(100vh - 3.75rem); overflow-y: auto;
            padding: 1rem 1rem 2rem 1.25rem; border-right: 1px solid var(--line); scrollbar-width: thin;
          }
          .split > main { grid-column: 2; padding: 2rem 1.25rem 4rem 2.5rem; }
          .split ~ .only-narrow, .bar .back.only-narrow { display: none; }
        }
        .rows { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
        .rows > li { border-bottom: 1px solid var(--line); }
        .rows > li > a {
          display: flex; align-items: center; gap: 0.9rem; min-height: 3.5rem; padding: 0.6rem 0.5rem;
          color: var(--ink); text-decoration: none;
        }
        .rows > li > a:hover .title { text-decoration: underline; text-decoration-color: var(--accent); }
        .rows > li > a[aria-current] { background: var(--sheet); box-shadow: inset 4px 0 var(--accent); padding-left: 1rem; }
        .rows > li > a > span, .films .words { min-width: 0; }
        .rows .title { display: block; font-size: 1.0625rem; line-height: 1.25; }
        .rows .detail { display: block; color: var(--soft); font-size: 0.9375rem; }
        .rows .end { margin-left: auto; }
        .buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; margin: 1.25rem 0; }
        .buttons form { margin: 0; }
        .pulled .bar { border-bottom-color: var(--accent); }

        """

    /// The styles of buttons and fields, which are large enough for fingers.
    private static let controls = """
        .button {
          display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 2.75rem;
          padding: 0.25rem 1.1rem; color: var(--accent); background: none; border: 1px solid var(--edge);
          border-radius: 2px; font: 600 1rem/1.2 var(--sans); text-decoration: none; cursor: pointer;
        }
        .button:hover { background: var(--sheet); border-color: currentcolor; }
        .button.primary { color: var(--paper); background: var(--accent); border-color: var(--accent); }
        .button.primary:hover { box-shadow: 0 0 0 2px var(--paper), 0 0 0 3px var(--accent); }
        .button.danger { color: var(--wrong); }
        .button.bare { min-width: 2.75rem; padding: 0; border-color: transparent; }
        [data-sent] .button, [aria-busy="true"] { opacity: 0.6; }
        [aria-busy="true"] .icon { animation: turn 1s linear infinite; }
        @keyframes turn { to { rotate: 1turn; } }
        @media (prefers-reduced-motion: reduce) { [aria-busy="true"] .icon { animation: none; } }
        .field { margin: 0 0 1.1rem; }
        label { display: block; margin-bottom: 0.3rem; }
        .field .hint, .field .error { margin: 0 0 0.35rem; font-size: 0.9375rem; }
        .error { color: var(--wrong); } .error .icon { margin-right: 0.35rem; }
        input, textarea, select {
          width: 100%; min-height: 2.75rem; padding: 0.45rem 0.7rem; color: var(--ink); background: var(--sheet);
          border: 1px solid var(--edge); border-radius: 2px; font: 1.0625rem/1.4 var(--serif);
        }
        input[type="hidden"] { display: none; }
        input[type="checkbox"], input[type="radio"] { width: 1.25rem; min-height: 1.25rem; height: 1.25rem; }
        textarea { resize: vertical; }
        .wrong input, .wrong textarea, .wrong select { border: 2px solid var(--wrong); }
        ::placeholder { color: var(--soft); opacity: 1; font-style: italic; }
        .search { margin: 0 0 1rem; } .search > .error { margin: 0.5rem 0 0; }
        .words-field { position: relative; } .words-field input { padding-right: 3rem; }
        .stale { outline: 2px dashed var(--wrong); outline-offset: 0.4rem; }
        .search ::-webkit-search-cancel-button { filter: grayscale(1); }
        .words-field .button { position: absolute; right: 0; top: 0; }
        .check { display: flex; gap: 0.6rem; align-items: center; min-height: 2.75rem; }
        fieldset { margin: 0 0 1.1rem; padding: 0; border: 0; }
        .switch { display: inline-flex; flex-wrap: wrap; max-width: 100%; border: 1px solid var(--edge); border-radius: 2px; }
        .switch > * {
          display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 1rem; color: var(--ink);
          font: 600 0.9375rem var(--sans); text-decoration: none;
        }
        .switch > [aria-current] { color: var(--paper); background: var(--accent); }
        dialog {
          max-width: min(30rem, calc(100vw - 2rem)); padding: 1.5rem; color: var(--ink); background: var(--sheet);
          border: 1px solid var(--edge);
        }
        dialog::backdrop { background: #181410a0; }

        """

    /// The styles of notices, errors and empty pages.
    private static let messages = """
        .toast {
          max-width: none; margin: 0; padding: 0.7rem 1.25rem; background: var(--sheet); color: var(--done);
          border-bottom: 1px solid var(--line); border-left: 6px solid currentcolor; font: 600 1rem/1.4 var(--sans);
        }
        .toast.failed { color: var(--wrong); }
        .trouble { margin: 0 0 1.5rem; padding: 1rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-left: 6px solid var(--wrong); }
        .trouble h2 { color: var(--wrong); } .trouble h2 .icon { margin-right: 0.5rem; }
        .trouble p:last-child { margin-bottom: 0; }
        summary { min-height: 1.75rem; color: var(--soft); font: 0.875rem var(--sans); cursor: pointer; }
        .empty { max-width: 30rem; margin: 12vh auto 0; text-align: center; }
        .empty > .icon { width: 3.5rem; height: 3.5rem; margin-bottom: 0.75rem; color: var(--accent); stroke-width: 1; }
        .empty h1 { font-size: 1.6rem; } .empty p { margin-inline: auto; color: var(--soft); }
        .empty .buttons { justify-content: center; }

        """

    /// The colors of selected links in forced-colors mode, in which the user's colors replace all
    /// others.
    private static let ownColours = """
        @media (forced-colors: active) {
          .rows > li > a[aria-current], .films a[aria-current], .switch > [aria-current], .numbers [aria-current] {
            forced-color-adjust: none; color: HighlightText; background: Highlight;
          }
          [aria-current] :is(.title, .detail, .state) { color: inherit; }
        }

        """
}
