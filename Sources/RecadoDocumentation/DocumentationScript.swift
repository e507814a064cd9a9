// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The script of the documentation's pages: it sends the requests that the forms describe, and
/// shows the answers.
///
/// It inserts only text, never HTML, so an answer cannot run code in the page. The script keeps
/// credentials in its variables and never shows them: in curl commands, curl asks for them or a
/// shell variable contains them.
enum DocumentationScript {
    static let text: HTML = "\(preparing)\(showing)\(sending)\(conversing)\(finding)\(trying)"

    private static let preparing: HTML = .trusted(
        #"""

        "use strict";
        (() => {
          const words = document.getElementById("endpoints").dataset;
          const limit = 200000, patience = 30000;
          const all = (root, selector) => Array.from(root.querySelectorAll(selector));

          const make = (name, text, kind) => {
            const node = document.createElement(name);
            if (text !== undefined) node.textContent = text;
            if (kind) node.className = kind;
            return node;
          };
          // Quotes a word for a shell, which still expands a variable.
          const quote = (word) => word.variable ? `"${word.variable}"` :
            /^[\w./:@,+=-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";

          // Returns the value of a control; undefined if it is empty.
          const read = (control) => {
            const text = control.value, type = control.dataset.type;
            if (type === "file") return control.files[0];
            if (text === "") return undefined;
            if (type === "boolean") return text === "true";
            if (type === "json") return JSON.parse(text);
            if (type === "lines") return text.split("\n").filter((line) => line !== "");
            if (type === "numbers") return text.split("\n").filter((line) => line).map(Number);
            if (type === "number" && control.dataset.in === "content") return Number(text);
            return text;
          };

          const place = (root, pointer, value) => {
            const names = pointer.split("/").slice(1)
              .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
            if (names.length === 0) return value;
            let at = root;
            for (const name of names.slice(0, -1)) at = at[name] ??= Object.create(null);
            at[names.at(-1)] = value;
            return root;
          };

          const members = (form) => {
            let value = Object.create(null);
            for (const control of all(form, '[data-in="content"]')) {
              const part = read(control);
              if (part !== undefined) value = place(value, control.dataset.pointer, part);
            }
            return value;
          };

          // Writes XML by the server's rules: members as elements, lists as repeated elements.
          const escaped = (text) => String(text).replaceAll("&", "&amp;")
            .replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
          const element = (name, value) => {
            if (Array.isArray(value)) return value.map((item) => element(name, item)).join("");
            if (value === null) return "";
            if (typeof value !== "object") return `<${name}>${escaped(value)}</${name}>`;
            const parts = Object.entries(value);
            const marks = parts.filter(([key]) => key.startsWith("@"))
              .map(([key, item]) => ` ${key.slice(1)}="${escaped(item)}"`).join("");
            const inner = parts.filter(([key]) => !key.startsWith("@"))
              .map(([key, item]) => key === "#text" ? escaped(item) : element(key, item)).join("");
            return `<${name}${marks}>${inner}</${name}>`;
          };

          // Puts the names of nested members in brackets, as forms do.
          const append = (pairs, name, value) => {
            if (Array.isArray(value)) {
              for (const item of value) append(pairs, `${name}[]`, item);
            } else if (value !== null && typeof value === "object" && !(value instanceof Blob)) {
              for (const [key, item] of Object.entries(value)) append(pairs, `${name}[${key}]`, item);
            } else if (value !== null) {
              pairs.append(name, value);
            }
          };

          const written = (form, type) => {
            const value = members(form);
            if (type === "application/json" || type.endsWith("+json"))
              return JSON.stringify(value, null, 2);
            if (type.endsWith("xml")) {
              const root = form.dataset.root;
              return Array.isArray(value)
                ? `<${root}>${element("item", value)}</${root}>` : element(root, value);
            }
            const pairs = type.startsWith("multipart/") ? new FormData() : new URLSearchParams();
            for (const [key, item] of Object.entries(value)) append(pairs, key, item);
            return pairs;
          };

          const role = (form, name) => form.querySelector(`[data-role="${name}"]`)?.value;

          const credentials = (form, call) => {
            const given = Object.create(null);
            const schemes = form.dataset.schemes.split("\n");
            for (const control of all(document, "[data-secret]")) {
              if (control.value === "" || !schemes.includes(control.dataset.key)) continue;
              const { secret, name } = control.dataset;
              if (secret === "basic") given[name] = control.value;
              if (secret === "authorization") {
                call.fields.set("Authorization", `${name} ${control.value}`);
                call.curl.push("-H", { variable: `Authorization: ${name} $TOKEN` });
              }
              if (secret === "field") {
                call.fields.set(name, control.value);
                call.curl.push("-H", { variable: `${name}: $KEY` });
              }
              if (secret === "query") {
                call.query.push(`${encodeURIComponent(name)}=${encodeURIComponent(control.value)}`);
                call.shown.push(`${encodeURIComponent(name)}=KEY`);
              }
            }
            if (given.user === undefined) return;
            const bytes = new TextEncoder().encode(`${given.user}:${given.password ?? ""}`);
            call.fields.set("Authorization", "Basic " + btoa(String.fromCharCode(...bytes)));
            call.curl.push("-u", given.user);
          };

          const prepare = (form) => {
            const call = {
              method: form.dataset.method, path: form.dataset.path,
              query: [], shown: [], fields: new Headers(), curl: [], content: undefined,
            };
            const add = (name, value) => {
              for (const one of [value].flat()) {
                const pair = `${encodeURIComponent(name)}=${encodeURIComponent(one)}`;
                call.query.push(pair);
                call.shown.push(pair);
              }
            };
            for (const control of all(form, "[data-in]")) {
              const { in: where, name } = control.dataset;
              if (where === "content") continue;
              const value = read(control);
              if (value === undefined) continue;
              if (where === "path")
                call.path = call.path.replace(`{${name}}`, () => encodeURIComponent(value));
              if (where === "query") add(name, value);
              if (where === "header") {
                call.fields.set(name, value);
                call.curl.push("-H", `${name}: ${value}`);
              }
            }
            const accept = role(form, "answer-format");
            if (accept) {
              call.fields.set("Accept", accept);
              call.curl.push("-H", `Accept: ${accept}`);
            }
            const type = role(form, "content-format");
            if (type) {
              const byHand = form.querySelector("[data-by-hand]").checked;
              const content = byHand ? form.querySelector("[data-text]").value : written(form, type);
              call.content = content;
              if (!(content instanceof FormData)) {
                call.fields.set("Content-Type", type);
                call.curl.push("-H", `Content-Type: ${type}`, "--data-binary", String(content));
              } else {
                for (const [key, item] of content)
                  call.curl.push("-F", `${key}=${item instanceof File ? "@" + item.name : item}`);
              }
            }
            credentials(form, call);
            return call;
          };
        """#
    )
}
