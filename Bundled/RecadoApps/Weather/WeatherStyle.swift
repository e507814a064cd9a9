// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// How the weather looks.
enum WeatherStyle {
    static let text = """
        .place { margin-bottom: 0; }
        .now { display: grid; grid-template-columns: auto 1fr; align-items: center; column-gap: 1rem; margin: 0.5rem 0 1.25rem; }
        .now img { grid-row: span 2; width: 6.25rem; height: 6.25rem; margin-left: -0.5rem; }
        .now .temperature { align-self: end; margin: 0; font-size: clamp(2.5rem, 2rem + 4vw, 4rem); line-height: 1; letter-spacing: -0.02em; }
        .now .words { align-self: start; margin: 0; font-size: 1.25rem; font-style: italic; color: var(--accent); }
        .measures { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0 1.5rem; margin: 0 0 2rem; }
        .measures > div { padding: 0.5rem 0; border-top: 1px solid var(--line); }
        .measures dd { margin: 0; font-size: 1.15rem; }
        .day details { margin-top: 0.25rem; }
        .day table { border-collapse: collapse; } .day th, .day td { padding: 0.2rem 1.5rem 0.2rem 0; text-align: left; }
        .curve { display: block; width: 100%; height: auto; }
        .curve .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
        .curve .area { fill: var(--accent); opacity: 0.09; }
        .curve .ground { stroke: var(--line); }
        .curve .rain { fill: var(--accent); opacity: 0.4; }
        .curve circle { fill: var(--paper); stroke: var(--accent); stroke-width: 2; }
        .curve text { fill: var(--ink); font: 15px var(--sans); text-anchor: middle; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; font-variant-numeric: tabular-nums; }
        .curve .hour { fill: var(--soft); font-size: 13px; }
        @media (min-width: 40rem) { .curve text { font-size: 11px; } .curve .hour { font-size: 10px; } }

        """
}
