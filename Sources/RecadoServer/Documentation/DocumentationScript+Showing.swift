// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado

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
            return [make("h5", title), pre];
          };

          // The line above the answer, which screen readers read out.
          const tell = (state, text, kind) => {
            state.textContent = text;
            state.className = "status " + kind;
          };

          const show = async (answer, began, state, result) => {
            const type = answer.headers.get("Content-Type") ?? "";
            const isText = /^text\/|[/+](json|xml)\b|javascript|urlencoded/.test(type);
            const bytes = await answer.arrayBuffer();
            const time = (performance.now() - began).toFixed(0);
            const status = `${answer.status} ${answer.statusText}`.trim();
            tell(state, `${status} · ${time} ms · ${bytes.byteLength} B`, answer.ok ? "good" : "bad");
            const fields = make("dl");
            for (const [name, value] of answer.headers)
              fields.append(make("dt", name), make("dd", value));
            const more = make("details");
            more.append(make("summary", words.fields), fields);
            result.append(more);
            if (bytes.byteLength === 0) return;
            let text = `${type} · ${bytes.byteLength} B`;
            if (isText) text = pretty(new TextDecoder().decode(bytes), type);
            const [title, pre] = block(words.content, text.slice(0, limit));
            result.append(title, pre);
            if (text.length > limit) result.append(make("p", words.cut, "hint"));
          };

          const send = async (form, state, result) => {
            const call = prepare(form);
            const line = `${call.method} ${target(call, call.shown)}`;
            result.replaceChildren(...block(words.request, line), ...block(words.curl, curl(call)));
            tell(state, words.sending, "hint");
            const began = performance.now();
            try {
              const ambient = form.querySelector("[data-ambient]") !== null;
              const answer = await fetch(target(call, call.query), {
                method: call.method, headers: call.fields, body: call.content,
                credentials: ambient ? "same-origin" : "omit", cache: "no-store",
                signal: AbortSignal.timeout(patience),
              });
              await show(answer, began, state, result);
            } catch (error) {
              tell(state, `${words.noAnswer} ${error.message}`, "bad");
            }
          };

          // What is typed for one endpoint serves the others that know the same secret.
          const share = (control) => {
            const { secret, name } = control.dataset;
            for (const other of all(document, "[data-secret]"))
              if (other.dataset.secret === secret && other.dataset.name === name)
                other.value = control.value;
          };

          for (const box of all(document, "details.try")) {
            const form = box.querySelector("form"), result = box.querySelector(".result");
            const state = box.querySelector(".status");
            const byHand = form.querySelector("[data-by-hand]");
            form.addEventListener("submit", async (event) => {
              event.preventDefault();
              const button = form.querySelector("button");
              button.disabled = true;
              try {
                await send(form, state, result);
              } catch (error) {
                result.replaceChildren();
                tell(state, `${words.notValid} ${error.message}`, "bad");
              }
              button.disabled = false;
              button.focus();
            });
            form.addEventListener("input", (event) => {
              if (event.target.dataset.secret) share(event.target);
            });
            byHand?.addEventListener("change", () => {
              const area = form.querySelector("[data-text]");
              for (const control of all(form, ".members [data-in]"))
                control.disabled = byHand.checked;
              form.querySelector(".members").hidden = byHand.checked;
              area.parentElement.hidden = !byHand.checked;
              try {
                if (byHand.checked) area.value = String(written(form, role(form, "content-format")));
              } catch (error) { area.value = ""; }
            });
            box.hidden = false;
          }
        })();

        """#
    )
}
