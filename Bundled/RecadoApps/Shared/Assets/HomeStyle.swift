// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The styles of the start pages: tiles for apps, and expandable entries for services.
enum HomeStyle {
    static let text = """
        .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: 1rem; margin: 1.5rem 0 2.5rem; padding: 0; list-style: none; }
        .tiles a {
          display: grid; grid-template-columns: 2.4rem minmax(0, 1fr); align-items: center; align-content: start; height: 100%; min-height: 8.5rem;
          padding: 1rem 1.1rem; color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-top: 4px double var(--accent); text-decoration: none;
        }
        .tiles .icon { width: 1.7rem; height: 1.7rem; color: var(--accent); }
        .tiles .title { color: var(--accent); font-size: 1.25rem; font-style: italic; }
        .tiles .figure { grid-column: 1 / -1; margin-top: 0.6rem; font-size: 1.6rem; line-height: 1.15; overflow-wrap: anywhere; }
        .tiles .detail { grid-column: 1 / -1; margin-top: 0.2rem; color: var(--soft); font-size: 0.9375rem; }
        .tiles a:hover { border-color: var(--accent); } .tiles a:hover .title { text-decoration: underline; text-decoration-thickness: 1px; }
        .services { border-top: 1px solid var(--line); }
        .services > section { border-bottom: 1px solid var(--line); }
        .services > section > details > summary { display: block; padding: 0.9rem 0.25rem; color: var(--soft); font: inherit; }
        .services summary h3 { margin: 0; color: var(--accent); font-size: 1.25rem; font-style: italic; }
        .services > section > details > summary h3::before { content: "+ "; font-style: normal; }
        .services > section > details[open] > summary h3::before { content: "− "; }
        .services .inside { padding: 0 0.25rem 1.25rem; }
        .endpoints { margin: 1rem 0 0; padding: 0; list-style: none; }
        .endpoints > li { padding: 0.8rem 0; border-top: 1px solid var(--line); }
        .endpoints h4 { margin: 0; font: inherit; } .endpoints p { margin: 0.2rem 0; }
        .endpoints pre { margin: 0.4rem 0; padding: 0.6rem 0.8rem; }
        .method { display: inline-block; min-width: 5.9em; padding: 0.15em 0.35em; text-align: center; font: 700 0.6875rem/1.3 var(--sans); letter-spacing: 0.04em; border: 1px solid currentcolor; }
        .get { color: var(--done); } .delete { color: var(--wrong); }
        .pictures { display: flex; gap: 0.6rem; margin: 1rem 0; overflow: hidden; }
        .pictures img { flex: 1 1 0; min-width: 4.5rem; width: 0; height: auto; aspect-ratio: 2 / 3; object-fit: cover; background: var(--paper); }

        """
}
