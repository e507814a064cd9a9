// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The styles of the scores app.
enum GameStyle {
    static let text = """
        .podium { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); align-items: end; gap: 0 0.6rem; max-width: 34rem; margin: 1.5rem 0 2rem; padding: 0; list-style: none; border-bottom: 3px solid var(--accent); }
        .podium > li { display: flex; flex-direction: column; grid-row: 1; min-width: 0; text-align: center; }
        .podium > li:nth-child(1) { grid-column: 2; } .podium > li:nth-child(2) { grid-column: 1; } .podium > li:nth-child(3) { grid-column: 3; }
        .podium .who { padding: 0 0.15rem 0.6rem; }
        .podium .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; font-size: 1.15rem; line-height: 1.2; }
        @media (max-width: 30rem) { .podium { gap: 0 0.35rem; } .podium .name { font-size: 1rem; hyphens: auto; } }
        .podium > li:first-child .name { font-size: 1.4rem; }
        .podium .total { display: block; color: var(--accent); font: 600 1.25rem/1.5 var(--sans); overflow-wrap: anywhere; }
        .podium > li:first-child .total { font-size: 1.6rem; }
        .podium .own, .history .best { display: inline-flex; align-items: center; gap: 0.3rem; color: var(--done); font: 600 0.8125rem/1.6 var(--sans); }
        .podium .rank { display: grid; place-items: center; height: 4rem; color: var(--ink); background: color-mix(in srgb, var(--accent) 12%, var(--paper)); border: 1px solid var(--accent); border-bottom: 0; border-radius: 3px 3px 0 0; font-size: 2rem; font-style: italic; }
        .podium > li:nth-child(2) .rank { height: 6rem; background: color-mix(in srgb, var(--accent) 24%, var(--paper)); }
        .podium > li:first-child .rank { height: 8.5rem; color: var(--paper); background: var(--accent); font-size: 3.25rem; }
        .podium.old .name, .podium.old .total { color: var(--soft); } .podium.old .rank { opacity: 0.75; }
        .history { margin: 1rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
        .history > li { display: grid; grid-template-columns: minmax(4.5rem, max-content) minmax(0, 1fr); gap: 0.15rem 1rem; align-items: baseline; padding: 0.75rem 0.25rem; border-bottom: 1px solid var(--line); }
        .history .total { color: var(--accent); font: 600 1.4rem/1.2 var(--sans); text-align: right; overflow-wrap: anywhere; }
        .history .words { display: flex; flex-wrap: wrap; gap: 0 0.9rem; align-items: baseline; } .history .detail { color: var(--soft); font: 0.875rem var(--sans); }
        .history .bar-of { grid-column: 2; width: 100%; height: 4px; } .history .bar-of rect { fill: var(--accent); opacity: 0.55; }
        .pending:has(~ .arrived), .pending:has(+ .pending) { display: none; }
        .pending h1 { font-style: italic; color: var(--soft); }
        .pending[aria-busy] { opacity: 1; }
        .ways { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
        .ways legend { margin-bottom: 0.3rem; padding: 0; } .ways input { margin: 0; }
        .ways label { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; margin: 0; color: var(--ink); font: 1.0625rem var(--serif); letter-spacing: 0; }
        .sent { margin: 0 0 1.5rem; padding: 0.75rem 1rem; background: var(--sheet); border: 1px solid var(--line); border-left: 6px solid var(--done); }

        """
}
