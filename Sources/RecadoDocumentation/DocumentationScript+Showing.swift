// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension DocumentationScript {
    static let showing: HTML = .trusted(
        #"""

          const target = (call, query) => call.path + (query.length ? "?" + query.join("&") : "");

          const curl = (call) => {
            const parts = ["curl"];
            if (call.method !== "GET") parts.push("-X", call.method);
            const address = location.origin + target(call, call.shown);
            return [...parts, ...call.curl, address].map(quote).join(" ");
          };

          const indented = (xml) => {
            let depth = 0;
            return xml.replace(/>\s*</g, ">\n<").split("\n").map((line) => {
              if (line.startsWith("</")) depth = Math.max(0, depth - 1);
              const out = "  ".repeat(depth) + line;
              if (/^<[^/?!]/.test(line) && !/\/>$/.test(line) && !line.includes("</")) depth += 1;
              return out;
            }).join("\n");
          };

          const pretty = (text, type) => {
            try {
              if (/[/+]json\b/.test(type)) return JSON.stringify(JSON.parse(text), null, 2);
            } catch { return text; }
            return /[/+]xml\b/.test(type) ? indented(text) : text;
          };

          const block = (title, text) => {
            const pre = make("pre");
            pre.tabIndex = 0;
            pre.append(make("code", text));
            return [make("h5", title), letCopy(pre)];
          };

          // Writes the line above the answer, which screen readers read out.
          const tell = (state, text, kind) => {
            state.textContent = text;
            state.className = "status " + kind;
          };

          // Makes a block that is filled piece by piece, up to the limit. A block of live content
          // stays scrolled to its end, unless the reader has scrolled up, and screen readers read
          // new content out when they are idle.
          const sheet = (result, title, isLive) => {
            const [heading, box] = block(title, ""), pre = box.firstChild;
            const code = pre.firstChild;
            let room = limit;
            if (isLive) {
              pre.setAttribute("role", "log");
              pre.setAttribute("aria-label", title);
            }
            result.append(heading, box);
            const add = (text) => {
              if (text === "" || room < 0) return;
              const follows = isLive && pre.scrollHeight - pre.scrollTop - pre.clientHeight < 8;
              code.append(text.slice(0, room));
              if (follows) pre.scrollTop = pre.scrollHeight;
              room -= text.length;
              if (room < 0) result.append(make("p", words.cut, "hint"));
            };
            const rewrite = (change) => {
              if (room < 0) return;
              const text = change(code.textContent);
              code.replaceChildren();
              room = limit;
              add(text);
            };
            return { add, rewrite };
          };
        """#
    )
}
