// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The styles of the videoclub app: posters, and the stamp with the rental state of a film.
///
/// Browsers show an `::after` element of an image only if the image fails to load; it then covers
/// the browser's icon for broken images.
enum VideoclubStyle {
    static let text = """
        .list-head { display: flex; align-items: center; justify-content: space-between; }
        .list-head h1, .list-head h2 { margin: 0; }
        .list-head { margin-bottom: 0.75rem; }
        .list-head .button { color: var(--paper); background: var(--accent); border-radius: 50%; }
        .poster {
          position: relative; display: block; aspect-ratio: 2 / 3; overflow: hidden; color: var(--accent);
          background: var(--sheet); border: 1px solid var(--line); container-type: inline-size;
        }
        .poster::before {
          content: attr(data-title); position: absolute; inset: 0 0 34cqw; overflow: hidden; padding: 9cqw 8cqw 0;
          border-top: 5cqw solid; font: 500 14cqw/1.1 var(--serif); overflow-wrap: anywhere;
        }
        .poster::after {
          content: attr(data-by); position: absolute; inset: auto 8cqw 6cqw; height: 25cqw; overflow: hidden;
          padding-top: 3cqw; border-top: 1cqw double; font: 600 7cqw/1.3 var(--sans); overflow-wrap: anywhere;
        }
        .poster img {
          position: relative; z-index: 1; display: block; width: 100%; height: 100%; object-fit: cover;
        }
        .poster img::after {
          content: ""; position: absolute; inset: 1px auto auto 1px; width: 1.4rem; height: 1.4rem;
          background: linear-gradient(var(--accent) 5cqw, var(--sheet) 0);
        }
        .films { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
        .films > li { border-bottom: 1px solid var(--line); }
        .films > li > a { display: flex; gap: 0.9rem; align-items: center; padding: 0.6rem 0.25rem; color: var(--ink); text-decoration: none; }
        .films .poster { width: 3.25rem; flex: none; }
        .films .title, .films .detail, .films .state { display: block; }
        .films .title { font-size: 1.125rem; line-height: 1.2; }
        .films .detail { color: var(--soft); font-size: 0.9375rem; }
        .films .state { color: var(--accent); font: 600 0.8125rem var(--sans); letter-spacing: 0.04em; }
        .films a:hover .title { text-decoration: underline; text-decoration-thickness: 1px; text-decoration-color: var(--accent); }
        .films a[aria-current] { padding-left: 0.75rem; background: var(--sheet); box-shadow: inset 4px 0 var(--accent); }
        @media (min-width: 40rem) {
          .films:not(.small) { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 1.75rem 1.5rem; padding-top: 1.25rem; }
          .films:not(.small) > li { border: 0; }
          .films:not(.small) > li > a { display: block; padding: 0; }
          .films:not(.small) .poster { width: 100%; margin-bottom: 0.6rem; }
          .wide > .search { max-width: 40rem; } .wide .words-field { max-width: 30rem; }
        }
        .film { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
        .film > .poster { width: min(11rem, 55vw); }
        @media (min-width: 60rem) {
          .film { grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr); gap: 2.25rem; align-items: start; }
          .film > .poster { width: 100%; }
        }
        .rental { display: flex; flex-wrap: wrap; align-items: center; gap: 0.9rem; margin: 0 0 1.5rem; }
        .stamp {
          min-height: 2.75rem; padding: 0.25rem 1.2rem; color: var(--accent); background: none;
          border: 4px double currentcolor; border-radius: 2px; font: 700 1rem var(--sans);
          letter-spacing: 0.14em; text-transform: uppercase; cursor: pointer;
        }
        .stamp.rented { color: var(--paper); background: var(--accent); border-color: var(--paper); outline: 1px solid var(--accent); }
        .stamp:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .filters { margin-top: 0.5rem; } .filters .fields { display: grid; gap: 0 1rem; padding-top: 0.75rem; }
        .filters .field, .filters .buttons { margin: 0 0 0.6rem; }
        @media (min-width: 40rem) { .filters .fields { grid-template-columns: 1fr 6rem 1.4fr; } }
        .numbers { display: flex; flex-wrap: wrap; align-items: center; margin: 0; padding: 0; list-style: none; }
        .numbers a { display: grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem; padding: 0 0.4rem; }
        .numbers [aria-current] { color: var(--paper); background: var(--accent); text-decoration: none; border-radius: 2px; }
        .jump { display: flex; gap: 0.5rem; align-items: center; } .jump label { margin: 0; } .jump input { width: 5.5rem; }
        span.stamp { display: inline-grid; place-items: center; cursor: default; }
        .nothing { padding: 2rem 0; color: var(--soft); font-style: italic; }
        @media (max-width: 47.99rem) { .bar .name:has(+ .back) { display: none; } }
        @media (min-width: 48rem) { body:has(.split) .bar .back { display: none; } }

        """
}
