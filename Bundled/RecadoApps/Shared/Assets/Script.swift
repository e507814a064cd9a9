// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The script of all apps: search as one types, pull to refresh, live updates, dialogs, the worker.
///
/// It changes nothing that the pages do without it. Where a part of a page has to be made anew, it asks for
/// the whole page and takes that part of it, so that there is one way in which pages are made.
enum Script {
    static let text =
        updating + searching + refreshing + DraftScript.text + PositionScript.text + CopyScript.text
        + dialogs

    /// Takes the elements with certain identifiers from a page as it is now.
    private static let updating = """
        "use strict";
        (() => {
          let count = 0;
          // By the names of elements: the latest update that is shown, and how many are under way.
          const [shown, waiting] = [new Map(), new Map()];
          function wait(names, step) {
            for (const name of names) {
              waiting.set(name, (waiting.get(name) ?? 0) + step);
              const part = document.getElementById(name);
              if (waiting.get(name)) part?.setAttribute("aria-busy", "true");
              else part?.removeAttribute("aria-busy");
            }
          }
          // The focus stays on the same link, or on the part where that is gone.
          function replace(old, fresh) {
            const focused = old.contains(document.activeElement) ? document.activeElement : null;
            const link = (each) => each.getAttribute("href")?.split("?")[0];
            old.replaceChildren(...fresh.childNodes);
            if (!focused) return;
            const same = (each) => focused.id ? each.id === focused.id : link(each) === link(focused);
            const next = [...old.querySelectorAll(focused.localName)].find(same) ?? old;
            if (next === old) old.tabIndex = -1;
            next.focus({ preventScroll: true });
          }
          async function update(address, names, isQuiet = false) {
            const turn = ++count;
            if (!isQuiet) wait(names, 1);
            let text;
            try {
              const answer = await fetch(address, { headers: { Accept: "text/html" } });
              text = await answer.text();
            } finally {
              if (!isQuiet) wait(names, -1);
            }
            const page = new DOMParser().parseFromString(text, "text/html");
            for (const name of names) {
              const [old, fresh] = [document.getElementById(name), page.getElementById(name)];
              if (!old || !fresh || turn < (shown.get(name) ?? 0)) continue;
              shown.set(name, turn);
              if (old.innerHTML !== fresh.innerHTML) replace(old, fresh);
            }
          }
          const words = (text) => text.split(" ").filter(Boolean);

        """

    /// Asks again for a search while its words are typed.
    private static let searching = """
          for (const form of document.querySelectorAll("form[data-search]")) {
            let timer = 0;
            form.addEventListener("input", () => {
              clearTimeout(timer);
              timer = setTimeout(async () => {
                const query = new URLSearchParams(new FormData(form)).toString();
                const address = form.getAttribute("action") + "?" + query;
                try {
                  await update(address, words(form.dataset.search));
                  if (location.pathname === form.getAttribute("action")) {
                    history.replaceState(null, "", address);
                  }
                } catch { /* The button still asks for a whole page, which says what is wrong. */ }
              }, 150);
            });
          }

        """

    /// Makes parts of a page anew: by pulling it down, by its link, and when the server says so.
    private static let refreshing = """
          for (const link of document.querySelectorAll("a[data-refresh]")) {
            const names = words(link.dataset.refresh);
            const refresh = async () => {
              link.setAttribute("aria-busy", "true");
              try { await update(location.href, names); } catch { location.reload(); }
              link.removeAttribute("aria-busy");
            };
            link.addEventListener("click", (event) => { event.preventDefault(); refresh(); });
            let start = null;
            addEventListener("touchstart", (event) => {
              start = scrollY <= 0 ? event.touches[0].clientY : null;
            }, { passive: true });
            addEventListener("touchmove", (event) => {
              const way = start === null ? 0 : event.touches[0].clientY - start;
              document.body.classList.toggle("pulled", way > 70);
            }, { passive: true });
            addEventListener("touchend", () => {
              if (document.body.classList.contains("pulled")) refresh();
              document.body.classList.remove("pulled");
              start = null;
            });
          }
          // A stream takes one of the six connections to a server: pages that nobody sees have none.
          for (const part of document.querySelectorAll("[data-live]")) {
            const names = words(part.dataset.updates);
            let isFirst = part.dataset.first !== "update";
            let events = null;
            const news = () => {
              if (isFirst) { isFirst = false; return; }
              update(location.href, names, true).catch(() => {});
            };
            const close = () => { events?.close(); events = null; };
            const open = () => {
              if (events || document.hidden) return;
              events = new EventSource(part.dataset.live);
              events.onmessage = news;
              for (const name of words(part.dataset.events || "")) {
                events.addEventListener(name, news);
              }
            };
            // The first event of a new stream brings what was missed.
            const again = () => { isFirst = false; open(); };
            document.addEventListener("visibilitychange", () => document.hidden ? close() : again());
            addEventListener("pagehide", close);
            addEventListener("pageshow", (event) => { if (event.persisted) again(); });
            open();
          }

        """

    /// Opens dialogs in place of the pages that ask the same, sends a form once, and has the worker begin.
    private static let dialogs = """
          document.addEventListener("click", (event) => {
            const link = event.target.closest("a[data-dialog]");
            const dialog = link && document.getElementById(link.dataset.dialog);
            if (!dialog || !dialog.showModal) return;
            event.preventDefault();
            dialog.showModal();
          });
          document.addEventListener("submit", (event) => {
            if (event.target.method !== "post") return;
            if (event.target.dataset.sent) event.preventDefault();
            event.target.dataset.sent = "yes";
          });
          addEventListener("pageshow", () => {
            for (const form of document.querySelectorAll("form[data-sent]")) {
              delete form.dataset.sent;
            }
          });
          addEventListener("load", () => {
            navigator.serviceWorker?.register("\(Worker.path)", { scope: "\(AppIdentity.root)" })
              .catch(() => { /* Whoever does not let it work has pages all the same. */ });
          });
        })();

        """
}
