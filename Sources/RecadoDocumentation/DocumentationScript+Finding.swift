// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension DocumentationScript {
    static let finding: HTML = .trusted(
        #"""

          // Copies through the clipboard API, or, on pages without TLS, through a selection.
          const copy = async (text, button) => {
            const title = button.textContent;
            try {
              await navigator.clipboard.writeText(text);
            } catch {
              const area = make("textarea");
              area.value = text;
              document.body.append(area);
              area.select();
              document.execCommand("copy");
              area.remove();
              button.focus();
            }
            if (title === words.copied) return;
            button.textContent = words.copied;
            setTimeout(() => { button.textContent = title; }, 1500);
          };
          const letCopy = (pre) => {
            const button = make("button", words.copy, "copy");
            button.type = "button";
            button.setAttribute("aria-live", "polite");
            button.addEventListener("click", () => copy(pre.textContent, button));
            const box = make("div", undefined, "block");
            pre.replaceWith(box);
            box.append(pre, button);
            return box;
          };

          // Returns an address that opens the form with the same values, but without secrets.
          const addressOf = (form) => {
            const values = new URLSearchParams();
            for (const control of all(form, "[data-in]"))
              if (control.value !== "" && control.type !== "file") values.append(control.id, control.value);
            const name = form.closest("section").id;
            return `${location.origin}${location.pathname}${location.search}#${name}?${values}`;
          };
          const follow = () => {
            const [name, values] = location.hash.slice(1).split(/\?(.*)/s);
            const section = document.getElementById(name);
            if (!section || values === undefined) return;
            const form = section.querySelector("details.try form");
            for (const [id, value] of new URLSearchParams(values)) {
              const control = document.getElementById(id);
              if (control && form.contains(control) && control.dataset.in && control.type !== "file")
                control.value = value;
            }
            section.querySelector("details.try").open = true;
            section.querySelector("details.try").scrollIntoView();
          };

          // Hides the endpoints whose names, paths, inputs and problems do not contain all searched
          // words.
          const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
          const search = () => {
            const box = document.getElementById("search");
            if (!box) return;
            const state = document.querySelector(".found"), known = new Map();
            for (const section of all(document, "main > section:not(.credentials)"))
              known.set(section, plain(`${section.id} ${section.querySelector("h3").textContent} ` +
                section.querySelector(".told").textContent));
            const show = () => {
              const wanted = plain(box.value).split(/\s+/).filter(Boolean);
              let count = 0;
              for (const [section, text] of known) {
                const fits = wanted.every((word) => text.includes(word));
                section.hidden = !fits;
                count += fits;
                const link = document.querySelector(`nav a[href="#${CSS.escape(section.id)}"]`);
                if (link) link.parentElement.hidden = !fits;
              }
              for (const title of all(document, "nav h2"))
                title.hidden = !title.nextElementSibling.querySelector("li:not([hidden])");
              for (const title of all(document, "main > h2")) {
                let next = title.nextElementSibling, fits = false;
                for (; next?.localName === "section"; next = next.nextElementSibling) fits ||= !next.hidden;
                title.hidden = !fits;
              }
              state.textContent = wanted.length ? `${words.found} ${count}` : "";
            };
            box.addEventListener("input", show);
            box.parentElement.hidden = false;
            document.addEventListener("keydown", (event) => {
              if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              box.focus();
            });
          };

          // Marks the endpoint in view as the current one in the table of contents.
          const spy = () => {
            const links = new Map(all(document, "nav li a").map((link) => [link.hash.slice(1), link]));
            const seen = new Set();
            const watch = new IntersectionObserver((entries) => {
              for (const { target, isIntersecting } of entries)
                if (isIntersecting) seen.add(target); else seen.delete(target);
              const first = all(document, "main > section").find((section) => seen.has(section));
              if (!first || !links.has(first.id)) return;
              for (const [name, link] of links)
                if (name === first.id) link.setAttribute("aria-current", "true");
                else link.removeAttribute("aria-current");
              const link = links.get(first.id), nav = link.closest("nav");
              if (nav.scrollHeight > nav.clientHeight)
                nav.scrollTop = link.offsetTop - nav.clientHeight / 2;
            }, { rootMargin: "-10% 0px -70% 0px" });
            for (const section of all(document, "main > section")) watch.observe(section);
          };

          // Keeps the language of samples for the next page, if the browser allows storage.
          const remember = () => {
            const buttons = all(document, "[name=samples]");
            try {
              const kept = localStorage.getItem("recado-samples");
              for (const button of buttons) if (button.value === kept) button.checked = true;
            } catch { return; }
            for (const button of buttons)
              button.addEventListener("change", () => {
                try { localStorage.setItem("recado-samples", button.value); } catch { return; }
              });
          };

          const begin = () => {
            for (const origin of all(document, "[data-origin]")) origin.textContent = location.origin;
            for (const pre of all(document, "pre")) letCopy(pre);
            for (const part of all(document, ".credentials")) part.hidden = false;
            search();
            spy();
            remember();
            follow();
            addEventListener("hashchange", follow);
          };
        """#
    )
}
