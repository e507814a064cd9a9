// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of the script that stores drafts of forms in the browser (``DraftNote``).
enum DraftScript {
    /// The lifetime of a draft in days, which is also the lifetime of a login.
    private static let lifetime = 30

    static let text = """
          // In a private window, storage may fail; forms then have no drafts.
          const kept = (name, value) => {
            const key = "draft:" + name;
            try {
              if (value === undefined) return JSON.parse(localStorage.getItem(key) || "null");
              if (value) localStorage.setItem(key, JSON.stringify(value));
              else localStorage.removeItem(key);
            } catch { /* There is no draft, then. */ }
            return null;
          };
          for (const note of document.querySelectorAll("[data-ends-draft]")) kept(note.dataset.endsDraft, null);
          for (const form of document.querySelectorAll("form[data-draft]")) {
            const { draft: name, draftVersion: version } = form.dataset;
            const fields = [...form.querySelectorAll("input[type=text], textarea")];
            const [saved, back] = ["kept", "restored"].map((each) => form.querySelector(`[data-draft-${each}]`));
            const say = (which) => { saved.hidden = which !== saved; back.hidden = which !== back; };
            const draft = kept(name);
            const isFresh = draft && draft.version === version && Date.now() - draft.time < \(lifetime) * 864e5;
            let timer = 0;
            const keep = () => {
              clearTimeout(timer);
              timer = 0;
              const values = Object.fromEntries(fields.map((field) => [field.name, field.value]));
              kept(name, { version, time: Date.now(), values });
            };
            // A form that is shown again with an error already contains the typed text.
            if (document.querySelector(".trouble")) keep();
            else if (isFresh) {
              for (const field of fields) field.value = draft.values[field.name] ?? field.defaultValue;
              if (fields.some((field) => field.value !== field.defaultValue)) say(back);
              back.querySelector("button").addEventListener("click", () => {
                for (const field of fields) field.value = field.defaultValue;
                clearTimeout(timer);
                timer = 0;
                kept(name, null);
                say(null);
                fields[0]?.focus();
              });
            } else kept(name, null);
            form.addEventListener("input", () => {
              clearTimeout(timer);
              timer = setTimeout(() => { keep(); say(saved); }, 300);
            });
            form.addEventListener("submit", keep);
            addEventListener("pagehide", () => { if (timer) keep(); });
          }

        """
}
