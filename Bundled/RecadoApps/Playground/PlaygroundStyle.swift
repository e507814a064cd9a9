// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How the playground looks.
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

        """
}
