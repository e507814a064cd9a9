// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The script of all apps: search as one types, pull to refresh, live updates, dialogs, the worker.
///
/// All functions of the pages also work without it. To refresh a part of a page, it requests the
/// whole page and takes that part of it, so that pages are made in only one way.
enum Script {
    static let text =
        updating + searching + refreshing + noticing + keys + DraftScript.text + PositionScript.text
        + CopyScript.text + dialogs

    /// Replaces elements with certain identifiers by those of the current version of a page.
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
          // The page that parts come from, by its address and its tag; none while one is asked for.
          let source = { address: location.href, tag: document.documentElement.dataset.tag };
          async function update(address, names, isQuiet = false) {
            const turn = ++count;
            const headers = { Accept: "text/html" };
            const of = names.join(" ");
            const before = source;
            const isSame = isQuiet && before?.address === address && of === (before.of ?? of);
            if (isSame && before.tag) headers["If-None-Match"] = before.tag;
            source = null;
            if (!isQuiet) wait(names, 1);
            let answer, text;
            try {
              answer = await fetch(address, { headers });
              text = await answer.text();
            } finally {
              if (!isQuiet) wait(names, -1);
            }
            if (answer.status === 304) {
              if (turn === count) source = before;
              return;
            }
            // What is shown is better than the trouble of an update that nobody asked for.
            if (isQuiet && answer.status >= 500) throw new Error("a server in trouble");
            const page = new DOMParser().parseFromString(text, "text/html");
            const tag = page.documentElement.dataset.tag;
            if (isQuiet && turn === count) source = { address, tag, of };
            if (!names.some((name) => page.getElementById(name))) throw new Error("another page");
            for (const name of names) {
              const [old, fresh] = [document.getElementById(name), page.getElementById(name)];
              if (!old || !fresh || turn < (shown.get(name) ?? 0)) continue;
              shown.set(name, turn);
              if (old.innerHTML !== fresh.innerHTML) replace(old, fresh);
            }
          }
          const words = (text) => text.split(" ").filter(Boolean);
          // The address of what is being searched for, until the page has it.
          let sought = null;

        """

    /// Repeats a search while its words are typed.
    private static let searching = """
          for (const form of document.querySelectorAll("form[data-search]")) {
            const names = words(form.dataset.search);
            const note = document.createElement("p");
            note.className = "error";
            note.setAttribute("role", "alert");
            note.textContent = form.dataset.failed;
            const tell = (isLost) => {
              if (isLost) form.append(note);
              else note.remove();
              for (const name of names) document.getElementById(name)?.classList.toggle("stale", isLost);
            };
            let [timer, turn] = [0, 0];
            const ask = async () => {
              const own = ++turn;
              const filled = [...new FormData(form)].filter(([, value]) => value);
              const query = new URLSearchParams(filled).toString();
              // Beside a film the list is that of the film's page.
              const address = location.pathname + (query && "?" + query);
              sought = address;
              try {
                await update(address, names);
                if (own !== turn) return;
                history.replaceState(null, "", address);
                tell(false);
              } catch { if (own === turn) tell(true); }
              if (own === turn) sought = null;
            };
            form.addEventListener("input", (event) => {
              clearTimeout(timer);
              // Half a year says nothing yet.
              timer = setTimeout(ask, event.target.name === "year" ? 600 : 150);
            });
          }
          // Links that lead back here lead to what is shown now, which may have been typed since.
          document.addEventListener("click", (event) => {
            const link = event.target.closest("a[href*='?to='], a[href*='&to=']");
            if (!link) return;
            const address = new URL(link.href);
            address.searchParams.set("to", location.pathname + location.search);
            link.href = address.href;
          }, true);

        """

    /// Refreshes parts of a page: when it is pulled down, by its link, and when the server sends an
    /// event.
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
            let events = null;
            // The first event of a stream brings what has changed since the page was made.
            const news = () => {
              tell(false);
              update(sought ?? location.href, names, true).catch(() => tell(true));
            };
            const note = document.createElement("p");
            note.className = "hidden";
            note.setAttribute("role", "status");
            part.before(note);
            const tell = (isLost) => {
              note.className = isLost ? "error" : "hidden";
              note.textContent = (isLost && part.dataset.lost) || "";
            };
            const close = () => { events?.close(); events = null; };
            const open = () => {
              if (events || document.hidden) return;
              events = new EventSource(part.dataset.live);
              events.onerror = () => tell(true);
              events.onmessage = news;
            };
            document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
            addEventListener("pagehide", close);
            addEventListener("pageshow", (event) => { if (event.persisted) open(); });
            open();
          }

        """

    /// Handles events of a page: somebody returns to it, a poster fails to load, a time passes, a
    /// form is left.
    private static let noticing = """
          // A page that a browser has kept since it was left may be old; a form is kept with what was typed.
          addEventListener("pageshow", (event) => {
            const typed = "form[method=post] :is(input:not([type=hidden]), textarea, select)";
            if (event.persisted && !document.querySelector(typed)) location.reload();
          });
          const fails = (image) => { if (image.matches?.(".poster img")) image.remove(); };
          document.addEventListener("error", (event) => fails(event.target), true);
          for (const image of document.images) {
            if (image.complete && image.currentSrc && !image.naturalWidth) fails(image);
          }
          for (const part of document.querySelectorAll("[data-seconds]")) {
            const end = performance.now() + part.dataset.seconds * 1000;
            const timer = setInterval(() => {
              const left = Math.ceil((end - performance.now()) / 1000);
              const { words, last, end: over } = part.dataset;
              part.textContent = left > 1 ? words.replace("{}", left) : left === 1 ? last : over;
              if (left > 0) return;
              clearInterval(timer);
              part.nextElementSibling.textContent = over;
            }, 250);
          }
          const toast = document.querySelector(".toast");
          if (toast && !document.querySelector("[autofocus]:not(dialog *)")) {
            toast.tabIndex = -1;
            toast.focus({ preventScroll: true });
          }
          let isChanged = false;
          document.addEventListener("input", (event) => {
            if (event.target.form?.classList.contains("guarded")) isChanged = true;
          });
          // To send a form or to cancel it is to leave it on purpose.
          document.addEventListener("submit", () => { isChanged = false; });
          document.addEventListener("click", (event) => {
            if (event.target.closest(".guarded a, .back")) isChanged = false;
          });
          addEventListener("beforeunload", (event) => { if (isChanged) event.preventDefault(); });

        """

    /// Single keys: those that elements name, unless somebody has turned them off, and arrows in
    /// lists.
    private static let keys = """
          document.addEventListener("keydown", (event) => {
            const isTyped = event.target.closest?.("input, textarea, select");
            if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
            const list = event.target.closest?.(".films, .rows");
            const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
            if (list && step) {
              const links = [...list.querySelectorAll("a")];
              links[links.indexOf(event.target) + step]?.focus();
              return event.preventDefault();
            }
            if (!("keys" in document.documentElement.dataset) || event.key.length > 1) return;
            const key = CSS.escape(event.key);
            const target = document.querySelector(`[aria-keyshortcuts="${key}"]`);
            if (!target) return;
            event.preventDefault();
            if (target.matches("input")) target.focus();
            else target.click();
          });

        """

    /// Opens dialogs instead of the pages with the same question, sends a form only once, and
    /// registers the worker.
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
