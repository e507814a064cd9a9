// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The styles of the posts app.
enum PostsStyle {
    static let text = """
        .post h1 { margin-bottom: 0.35rem; }
        .post .text { max-width: 38rem; white-space: pre-wrap; font-size: 1.125rem; line-height: 1.6; }
        .origin { color: var(--soft); font: 0.875rem/1.5 var(--sans); font-variant-numeric: tabular-nums; }
        p.origin { margin-bottom: 1.5rem; padding-bottom: 0.75rem; border-bottom: 1px solid var(--line); }
        .theirs { margin: 0 0 1.5rem; padding: 1rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); }
        .theirs h3 { font-size: 1.15rem; } .theirs .text { max-height: 16rem; overflow-y: auto; font-size: 1.0625rem; }
        .posts .rows > li > a { padding-block: 0.9rem; }
        .posts .rows .title { font-size: 1.2rem; }
        .posts .rows .detail { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; margin-top: 0.15rem; }
        .posts .rows .origin { display: block; margin-top: 0.25rem; }
        .found { font: 0.9375rem var(--sans); } .found a { display: inline-block; padding: 0.35rem; }
        .draft { min-height: 2.25rem; font: 0.9375rem/1.4 var(--sans); }
        .draft .link { min-height: 2.25rem; padding: 0 0.35rem; border: 0; color: var(--accent); background: none; font: inherit; text-decoration: underline; cursor: pointer; }

        """
}
