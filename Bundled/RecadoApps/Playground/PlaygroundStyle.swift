// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The styles of the playground app.
enum PlaygroundStyle {
    static let text = """
        .trial { display: grid; gap: 1rem 3rem; }
        @media (min-width: 60rem) { .trial { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; } .trial > section { grid-area: 1 / 2; } }
        .trial fieldset { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); gap: 0 1.25rem; align-items: end; }
        .trial legend { margin-bottom: 0.75rem; padding: 0; color: var(--accent); font: italic 1.3rem var(--serif); letter-spacing: 0; }
        .trial .well { color: var(--done); } .trial .ill { color: var(--wrong); }
        .card { margin: 0 0 1rem; padding: 0.6rem 1rem; background: var(--sheet); border: 1px solid var(--line); }
        .card > div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.25rem 0; } .card dt { min-width: 7rem; padding-top: 0.2rem; } .card dd { margin: 0; }
        .reason { font-style: italic; }
        .playground { scroll-padding-bottom: 6rem; }
        .attempt { position: sticky; bottom: 0; z-index: 1; margin: 0; padding: 0.6rem 0; background: var(--paper); border-top: 1px solid var(--line); }
        .presets { margin: 0 0 1.5rem; } .presets ul { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0 0 0.5rem; padding: 0; list-style: none; }
        .presets li a { display: inline-flex; align-items: center; min-height: 2.25rem; padding: 0 0.75rem; border: 1px solid var(--edge); border-radius: 1.2rem; font: 0.9375rem var(--sans); text-decoration: none; }
        .presets a[aria-current] { color: var(--paper); background: var(--accent); border-color: var(--accent); }
        .presets table { border-collapse: collapse; } .presets th, .presets td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; } .presets td a { display: inline-block; min-width: 2.25rem; padding: 0.3rem; text-align: center; }
        @media (max-width: 34rem) { .presets ul { flex-wrap: nowrap; overflow-x: auto; padding: 0.25rem 0.25rem 0.5rem; scrollbar-width: thin; } .presets li { flex: none; } }
        .code { margin-top: 1.5rem; } .copyable { display: grid; grid-template-columns: 1fr auto; align-items: end; gap: 0.35rem 1rem; }
        .copyable h3 { margin: 0; font: 600 0.9375rem var(--sans); } .copyable pre { grid-column: 1 / -1; max-height: 20rem; overflow-y: auto; }
        .copyable .button { min-height: 2.25rem; padding: 0 0.8rem; font-size: 0.875rem; }

        """
}
