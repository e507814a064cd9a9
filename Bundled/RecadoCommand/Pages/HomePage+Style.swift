// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints

extension HomePage {
    /// The style sheet: the system's own fonts, colours for light and dark, no more than one column.
    ///
    /// - Parameter theme: The colours, light or dark.
    /// - Returns: The style sheet.
    static func style(_ theme: Theme) -> HTML {
        switch theme {
        case .automatic: ":root { color-scheme: light dark; }\n\(style)"
        case .light: ":root { color-scheme: light; }\n\(style)"
        case .dark: ":root { color-scheme: dark; }\n\(style)"
        }
    }

    private static let style: HTML = .trusted(
        """
        :root {
          --ink: light-dark(#1d1b19, #ece7e1); --soft: light-dark(#645d55, #aaa197);
          --paper: light-dark(#fbf9f6, #171513); --card: light-dark(#ffffff, #211e1b);
          --line: light-dark(#e3ddd4, #38332d); --accent: light-dark(#9a3412, #f2a57c);
          --code: light-dark(#f4f0ea, #2a2622); --get: light-dark(#14613d, #7cd3a4);
          --post: light-dark(#1d4f91, #8fbcf5); --put: light-dark(#85500c, #e6b566);
          --delete: light-dark(#a32020, #f59a94);
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 2.5rem 1.25rem 3rem; max-width: 54rem;
          background: var(--paper); color: var(--ink);
          font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word;
        }
        h1 { margin: 0; font-size: 2.4rem; letter-spacing: -0.02em; line-height: 1.1; }
        h2 { margin: 0 0 0.25rem; font-size: 1.5rem; }
        h2 small { color: var(--soft); font-size: 0.875rem; font-weight: 400; }
        h3 { margin: 0; font-size: 1rem; font-weight: 400; }
        p { margin: 0.5rem 0; }
        a { color: var(--accent); text-underline-offset: 0.15em; }
        a:focus-visible, summary:focus-visible, pre:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px;
        }
        code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.9em; }
        .lead, footer { color: var(--soft); }
        .lead { margin-bottom: 2rem; }
        section {
          margin-bottom: 2rem; padding: 1.5rem; background: var(--card);
          border: 1px solid var(--line); border-radius: 14px;
        }
        .apps {
          display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0.75rem;
          margin: 0.75rem 0 2.5rem; padding: 0; list-style: none;
        }
        .apps li { padding: 0.9rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
        .apps a { display: block; font-weight: 600; }
        .apps span { color: var(--soft); font-size: 0.9375rem; }
        .pictures { display: flex; gap: 0.6rem; margin: 1rem 0; overflow: hidden; }
        .pictures img {
          flex: 1 1 0; min-width: 4.5rem; width: 0; height: auto; aspect-ratio: 2 / 3;
          object-fit: cover; border-radius: 8px; background: var(--code);
        }
        .endpoints { margin: 1.25rem 0 0; padding: 0; list-style: none; }
        .endpoints li { padding: 0.9rem 0; border-top: 1px solid var(--line); }
        .endpoints li p { margin: 0.25rem 0; }
        .method {
          display: inline-block; min-width: 5.6em; padding: 0.1em 0.4em; text-align: center;
          font-size: 0.75rem; font-weight: 700; letter-spacing: 0.04em;
          border: 1px solid currentcolor; border-radius: 6px; color: var(--soft);
        }
        .get { color: var(--get); } .post { color: var(--post); }
        .put { color: var(--put); } .delete { color: var(--delete); }
        .lock { color: var(--soft); font-size: 0.8125rem; white-space: nowrap; }
        .lock::before { content: "· "; }
        .choices p { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; }
        .choices a { display: inline-flex; align-items: center; min-height: 2.25rem; }
        .choices [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
        summary { color: var(--soft); font-size: 0.9rem; cursor: pointer; }
        pre {
          margin: 0.5rem 0; padding: 0.7rem 0.9rem; background: var(--code); border-radius: 8px;
          white-space: pre; overflow-x: auto; scrollbar-width: thin;
        }
        @media (max-width: 34rem) {
          body { padding: 1.5rem 0.75rem 2rem; }
          section { padding: 1.1rem; border-radius: 10px; }
        }
        @media print { details > * { display: block; } section { border: 0; padding: 0; } }
        """
    )
}
