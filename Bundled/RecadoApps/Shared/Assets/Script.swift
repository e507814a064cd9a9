// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The script of all apps, with search during typing, pull to refresh, live updates and dialogs.
///
/// All pages also work without the script. To refresh a part of a page, the script requests the
/// whole page and takes the part from it, so that the server needs no code for parts.
enum Script {
    static let text =
        updating + searching + refreshing + noticing + keys + DraftScript.text + PositionScript.text
        + CopyScript.text + dialogs

    /// Replaces elements of the page by the elements with the same identifiers in its current
    /// version.
    private static let updating = """
        "use strict";
        (() => {
          let count = 0;
          // For each element ID: the latest update that is shown, and the number of pending
          // updates.
          const [shown, waiting] = [new Map(), new Map()];
          function wait(names, step) {
            for (const name of names) {
              waiting.set(name, (waiting.get(name) ?? 0) + step);
              const part = document.getElementById(name);
              if (waiting.get(name)) part?.setAttribute("aria-busy", "true");
              else part?.removeAttribute("aria-busy");
            }
          }
          // Keeps the focus on the same link, or on the whole part if the link is gone.
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
          // The last source of updates, with its address and entity tag; null during a request.
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
            // An automatic update must not replace the page with an error.
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
          // The address of a search that is in progress.
          let sought = null;

        """

    /// Repeats a search while the user types.
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
              // On the page of a film, the list is a part of that page.
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
              // The user needs more time to type all digits of a year.
              timer = setTimeout(ask, event.target.name === "year" ? 600 : 150);
            });
          }
          // Updates links that return to this page, because the user may have typed another search.
          document.addEventListener("click", (event) => {
            const link = event.target.closest("a[href*='?to='], a[href*='&to=']");
            if (!link) return;
            const address = new URL(link.href);
            address.searchParams.set("to", location.pathname + location.search);
            link.href = address.href;
          }, true);

        """

    /// Refreshes parts of a page when the user pulls it down or clicks its link, and when the
    /// server sends an event.
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
          // Browsers allow only six connections to a server, so a hidden page closes its stream.
          for (const part of document.querySelectorAll("[data-live]")) {
            const names = words(part.dataset.updates);
            let events = null;
            // Runs for each event. The first event brings changes since the page was made.
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

    /// Handles other events: the user returns to a page or leaves a form, an image fails to load,
    /// or a wait ends.
    private static let noticing = """
          // A page from the back-forward cache may be outdated. A form is not reloaded, to keep the
          // typed text.
          addEventListener("pageshow", (event) => {
            const typed = "form[method=post] :is(input:not([type=hidden]), textarea, select)";
            if (event.persisted && !document.querySelector(typed)) location.reload();
          });
          // Shows the selected entry in the middle of the list beside the page.
          const side = document.querySelector(".split > aside");
          const selected = side?.querySelector("[aria-current]");
          if (selected) side.scrollTop = selected.offsetTop - (side.clientHeight - selected.offsetHeight) / 2;
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
          // A user who sends or cancels a form leaves it intentionally.
          document.addEventListener("submit", () => { isChanged = false; });
          document.addEventListener("click", (event) => {
            if (event.target.closest(".guarded a, .back")) isChanged = false;
          });
          addEventListener("beforeunload", (event) => { if (isChanged) event.preventDefault(); });

        """

    /// Handles single-key shortcuts, unless the user has turned them off, and arrow keys in lists.
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

    /// Opens dialogs in place of pages with the same question, prevents forms from being sent
    /// twice, and registers the worker.
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
