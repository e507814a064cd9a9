// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How the game looks.
enum GameStyle {
    static let text = """
        .podium { margin: 0 0 1.5rem; padding: 0; list-style: none; border-top: 1px solid var(--line); }
        .podium > li { display: flex; align-items: baseline; gap: 1rem; padding: 0.7rem 0.25rem; border-bottom: 1px solid var(--line); }
        .podium .rank { flex: none; width: 1.6rem; color: var(--accent); font-size: 1.5rem; font-style: italic; }
        .podium .name { min-width: 0; font-size: 1.25rem; }
        .podium > li:first-child .name { font-size: 1.6rem; }
        .podium .total { margin-left: auto; font-size: 1.25rem; }
        .podium.old { color: var(--soft); }
        .pending:has(+ .arrived) { display: none; }
        .pending h1 { font-style: italic; color: var(--soft); }
        .pending[aria-busy] { opacity: 1; }
        .ways { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
        .ways legend { margin-bottom: 0.3rem; padding: 0; } .ways input { margin: 0; }
        .ways label { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; margin: 0; color: var(--ink); font: 1.0625rem var(--serif); letter-spacing: 0; }
        .sent { margin: 0 0 1.5rem; padding: 0.75rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-left: 6px solid var(--done); }

        """
}
