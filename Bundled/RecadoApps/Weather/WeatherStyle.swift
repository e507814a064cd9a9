// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The styles of the weather app.
enum WeatherStyle {
    static let text = """
        .weather .settings { margin-bottom: 0.75rem; } .weather #locate-note { margin: 0; }
        [data-waiting] { visibility: hidden; }
        .head { display: flex; align-items: center; gap: 0.5rem; } .favourite { flex: none; }
        .place { margin-bottom: 0; } .country { margin: 0; color: var(--soft); font-size: 1.15rem; font-style: italic; }
        .updated { margin: 0.35rem 0 0; color: var(--soft); font: 0.9375rem var(--sans); } .updated strong { color: var(--accent); }
        .cities ul { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0 0 1rem; padding: 0; list-style: none; }
        .cities li { max-width: 100%; }
        .cities a { display: inline-flex; align-items: center; gap: 0.35rem; max-width: 100%; min-height: 2.25rem; padding: 0 0.7rem; border: 1px solid var(--line); border-radius: 1.2rem; color: var(--ink); font: 0.9375rem var(--sans); text-decoration: none; overflow-wrap: anywhere; }
        .cities a:hover, .cities a[aria-current] { border-color: var(--accent); background: var(--sheet); } .cities .icon { width: 1rem; height: 1rem; color: var(--accent); }
        .day { margin-bottom: 1.75rem; } .days { margin: 0 0 1.5rem; padding: 0; list-style: none; border-top: 1px solid var(--line); }
        .days > li { display: grid; grid-template-columns: 6.5rem 2.75rem minmax(0, 1fr) 3rem minmax(3rem, 9rem) 3rem; align-items: center; gap: 0 0.6rem; min-height: 3.25rem; padding: 0.25rem 0; border-bottom: 1px solid var(--line); }
        .days .when { font-size: 1.0625rem; } .days :is(.when, .least, .greatest) { white-space: nowrap; } .days img { display: block; } .days .sky { color: var(--soft); font-size: 0.9375rem; line-height: 1.3; }
        .days .wet { display: block; color: var(--accent); font: 0.875rem var(--sans); } .days .least { color: var(--soft); text-align: right; }
        .days .span { display: block; width: 100%; height: 6px; } .days .span rect { fill: var(--accent); } .days .span .all { opacity: 0.15; }
        @media (max-width: 34rem) { .days > li { grid-template-columns: 6rem 2.75rem minmax(0, 1fr) 2.5rem 2.5rem; gap: 0 0.4rem; } .days .when { font-size: 1rem; } .days .span { display: none; } }
        .source { margin-top: 1rem; font: 0.9375rem/1.5 var(--sans); }
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
        .curve .wet { fill: var(--accent); font-size: 12px; } .legend { margin: 0; color: var(--soft); font: 0.8125rem var(--sans); }
        .curve .hour { fill: var(--soft); font-size: 13px; }
        @media (min-width: 40rem) { .curve text { font-size: 11px; } .curve .hour { font-size: 10px; } .curve .wet { font-size: 9px; } }

        """
}
