// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension DocumentationStyle {
    /// The table of contents beside the endpoints, which stays visible on wide screens.
    static let contents: HTML = .trusted(
        """

        nav h2 { margin: 1.25rem 0 0.25rem; color: var(--soft); font: 600 0.8125rem var(--sans); }
        nav ul, .list ul { padding: 0; list-style: none; }
        nav li a, .list a { display: flex; align-items: baseline; gap: 0.6rem; padding: 0.3rem 0.4rem;
          color: var(--ink); text-decoration: none; font-size: 0.9375rem; line-height: 1.3; }
        nav a > span, .list a > span { min-width: 0; overflow-wrap: anywhere; }
        nav a:hover span:last-child, .list a:hover span:last-child { text-decoration: underline; }
        nav a[aria-current] { background: var(--card); box-shadow: inset 4px 0 var(--accent); padding-left: 0.8rem; }
        nav .search { margin: 0.75rem 0 0; }
        nav .search label { font: 600 0.8125rem/1.8 var(--sans); color: var(--soft); }
        nav .found { display: block; min-height: 1.4em; color: var(--soft); font: 0.8125rem/1.7 var(--sans); }
        .choice { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0.75rem 0 0; }
        .choice label { display: inline-flex; gap: 0.4rem; align-items: center; min-height: 2rem;
          font: 0.9375rem var(--sans); }
        .choice input { width: 1.1rem; height: 1.1rem; margin: 0; }
        .anchor { padding: 0 0.3rem; text-decoration: none; font-weight: 400; }
        @media (min-width: 62rem) {
          body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); column-gap: 2.5rem;
            padding-top: 1.5rem; }
          header { grid-column: 1 / -1; margin-bottom: 0.5rem; }
          body > nav { position: sticky; top: 0; align-self: start; max-height: 100vh;
            overflow-y: auto; scrollbar-width: thin; padding: 0.5rem 2px 2rem; }
          main > h2:first-of-type { margin-top: 1.25rem; }
        }
        """
    )

    /// The samples beside the description of an endpoint, or below it on narrow screens; only
    /// samples in the chosen language are visible.
    static let samples: HTML = .trusted(
        """

        .samples > :first-child h4, .samples > h4:first-child { margin-top: 0.6rem; }
        .sample pre { max-height: none; font-size: 0.9375rem; }
        body:has([value=swift]:checked) .sample:not([data-samples=swift]),
        body:has([value=curl]:checked) .sample:not([data-samples=curl]),
        body:has([value=command]:checked) .sample:not([data-samples=command]),
        body:has([value=python]:checked) .sample:not([data-samples=python]) { display: none; }
        .block { position: relative; }
        .block > pre { padding-top: 2.6rem; }
        button.copy { position: absolute; top: 0.45rem; right: 0.45rem; min-height: 2rem; padding: 0 0.6rem;
          color: var(--accent); background: var(--card); border: 1px solid var(--edge);
          font: 600 0.8125rem var(--sans); }
        .credentials h2 { margin: 0; }
        @media (min-width: 80rem) {
          main > section:not(.credentials) { display: grid; column-gap: 2rem;
            grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); }
          section > h3, section > .try { grid-column: 1 / -1; }
          section > .try { position: relative; z-index: 1; background: var(--card); }
          section > .samples { position: sticky; top: 1rem; align-self: start; }
        }
        """
    )
}
