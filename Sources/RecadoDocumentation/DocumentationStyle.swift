// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The style sheet of the documentation's pages: the system's own fonts, two columns where there is
/// room, colours for light and dark.
enum DocumentationStyle {
    static let sheet: HTML = "\(colours)\(text)\(forms)"

    private static let colours: HTML = .trusted(
        """

        :root {
          color-scheme: light dark;
          --ink: #1d1b19; --soft: #645d55; --paper: #fbf9f6; --card: #ffffff; --line: #e3ddd4;
          --accent: #9a3412; --code: #f4f0ea; --on-accent: #ffffff; --edge: #8c8378;
          --get: #14613d; --post: #1d4f91; --put: #85500c; --delete: #a32020;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ink: #ece7e1; --soft: #aaa197; --paper: #171513; --card: #211e1b; --line: #38332d;
            --accent: #f2a57c; --code: #2a2622; --on-accent: #171513; --edge: #857c72;
            --get: #7cd3a4; --post: #8fbcf5; --put: #e6b566; --delete: #f59a94;
          }
        }
        """
    )

    private static let text: HTML = .trusted(
        """

        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; }
        body {
          margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 76rem;
          background: var(--paper); color: var(--ink);
          font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word;
        }
        [hidden] { display: none !important; }
        h1 { margin: 0.25rem 0 0; font-size: 2.2rem; letter-spacing: -0.02em; line-height: 1.1; }
        h1 small, h2 small { color: var(--soft); font-size: 0.875rem; font-weight: 400; }
        h2 { margin: 2.5rem 0 1rem; font-size: 1.25rem; }
        h3 { margin: 0; font-size: 1.05rem; font-weight: 600; overflow-wrap: anywhere; }
        h4 {
          margin: 1.5rem 0 0.35rem; color: var(--soft); font-size: 0.8125rem; font-weight: 600;
          letter-spacing: 0.02em;
        }
        h5 { margin: 1rem 0 0.25rem; font-size: 0.8125rem; }
        p, ul { margin: 0.4rem 0; }
        a { color: var(--accent); text-underline-offset: 0.15em; }
        a:focus-visible, summary:focus-visible, pre:focus-visible, button:focus-visible,
        input:focus-visible, select:focus-visible, textarea:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px;
        }
        code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 0.9em; }
        small { color: var(--soft); font-size: 0.8125rem; }
        .top { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem;
          margin: 0; color: var(--soft); }
        .languages > * { margin-left: 0.75rem; font-weight: 400; }
        .languages b { color: var(--ink); font-weight: 600; }
        .lead { max-width: 44rem; color: var(--soft); }
        .skip { position: absolute; left: -99rem; }
        .skip:focus { left: 1rem; top: 0.5rem; padding: 0.4rem 0.8rem; background: var(--card); }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        nav h2 { margin: 1.25rem 0 0.25rem; color: var(--soft); font-size: 0.8125rem; }
        nav ul, .list ul { padding: 0; list-style: none; }
        nav a, .list a { display: flex; align-items: baseline; gap: 0.6rem; padding: 0.25rem 0;
          color: var(--ink); text-decoration: none; font-size: 0.9375rem; line-height: 1.3; }
        nav a > span, .list a > span { min-width: 0; overflow-wrap: anywhere; }
        nav a:hover span:last-child, .list a:hover span:last-child { text-decoration: underline; }
        section {
          margin-bottom: 1.25rem; padding: 1.4rem 1.5rem; background: var(--card);
          border: 1px solid var(--line); border-radius: 14px;
        }
        section:target { border-color: var(--accent); }
        .summary { margin-top: 0.5rem; font-size: 1.0625rem; }
        .method {
          display: inline-block; min-width: 5.9em; flex: none; padding: 0.1em 0.35em;
          text-align: center; font-size: 0.6875rem; font-weight: 700; letter-spacing: 0.04em;
          border: 1px solid currentcolor; border-radius: 6px; color: var(--soft); vertical-align: 0.1em;
        }
        .get { color: var(--get); } .post { color: var(--post); }
        .put, .patch { color: var(--put); } .delete { color: var(--delete); }
        .mark { color: var(--delete); font-size: 0.8125rem; font-weight: 400; }
        .note { padding: 0.6rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
        table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
        th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-top: 1px solid var(--line);
          text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
        thead th { border: 0; color: var(--soft); font-size: 0.8125rem; }
        tbody th { width: 9rem; }
        td:nth-child(2):not(:last-child) { white-space: nowrap; }
        td table { margin-top: 0.35rem; }
        .terms { padding-left: 1.1rem; color: var(--soft); font-size: 0.9375rem; }
        summary { width: fit-content; color: var(--soft); font-size: 0.9rem; cursor: pointer; }
        details { margin-top: 0.5rem; }
        pre {
          margin: 0.35rem 0; padding: 0.7rem 0.9rem; max-height: 30rem; background: var(--code);
          border-radius: 8px; overflow: auto; scrollbar-width: thin;
        }
        .single { grid-column: 1 / -1; max-width: 48rem; margin-top: 1rem; }
        .single h2 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
        .single section h2:first-child { margin-top: 0; }
        @media (min-width: 62rem) {
          body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); column-gap: 3rem;
            padding-top: 2.5rem; }
          header { grid-column: 1 / -1; margin-bottom: 1rem; }
          body > nav { position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem);
            overflow-y: auto; scrollbar-width: thin; padding: 2px; }
          main > h2:first-of-type { margin-top: 0; }
        }
        @media (max-width: 34rem) {
          body { padding: 1rem 0.75rem 2rem; }
          section { padding: 1rem; border-radius: 10px; }
          tbody th { width: auto; min-width: 5rem; }
          h1 { font-size: 1.8rem; }
        }
        """
    )

    private static let forms: HTML = .trusted(
        """

        .try { margin-top: 1.25rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
        .try > summary { color: var(--accent); font-weight: 600; }
        form { margin-top: 0.75rem; }
        fieldset { margin: 0.75rem 0; padding: 0.5rem 1rem 0.75rem; min-width: 0;
          border: 1px solid var(--line); border-radius: 8px; }
        legend { padding: 0 0.4rem; color: var(--soft); font-size: 0.8125rem; }
        .field { display: grid; grid-template-columns: minmax(7rem, 12rem) minmax(0, 1fr);
          gap: 0.25rem 1rem; align-items: start; margin: 0.5rem 0; }
        .field label { padding-top: 0.35rem; overflow-wrap: anywhere; }
        .check label { display: inline-flex; gap: 0.5rem; align-items: center; min-height: 1.75rem; }
        input:not([type=checkbox]), select, textarea {
          width: 100%; min-height: 2.25rem; padding: 0.3rem 0.6rem; color: var(--ink);
          background: var(--paper); border: 1px solid var(--edge); border-radius: 6px; font: inherit;
        }
        textarea { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
          font-size: 0.875rem; resize: vertical; }
        input::placeholder { color: var(--soft); opacity: 0.7; }
        button { min-height: 2.5rem; padding: 0.4rem 1.4rem; color: var(--on-accent);
          background: var(--accent); border: 0; border-radius: 8px; font: inherit; font-weight: 600;
          cursor: pointer; }
        button:disabled { opacity: 0.6; cursor: default; }
        button.quiet { color: var(--accent); background: none; border: 1px solid currentcolor; }
        .hint { color: var(--soft); font-size: 0.875rem; }
        .status { min-height: 1.55em; font-weight: 600; }
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
        @media print { nav, .try { display: none; } section { border: 0; padding: 0; } }

        """
    )
}
