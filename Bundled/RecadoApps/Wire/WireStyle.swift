// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The styles of the wire panel, and of the switches beside it.
enum WireStyle {
    static let text = """
        .wire { margin: 1.5rem 0 0; border-top: 1px solid var(--line); padding-top: 0.6rem; }
        .wire h2 { margin: 1rem 0 0.35rem; font-size: 1.05rem; }
        .wire pre { max-height: 24rem; margin: 0 0 0.35rem; overflow-y: auto; }
        .wire .head { color: var(--soft); }
        @media (max-width: 26rem) { .settings .switch > * { padding: 0 0.6rem; white-space: nowrap; } }
        .settings { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0 0 1.75rem; }

        """
}
