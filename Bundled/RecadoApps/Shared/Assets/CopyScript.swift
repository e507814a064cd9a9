// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The part of the script that copies texts of a page to the clipboard (``CopyableText``).
enum CopyScript {
    static let text = """
          for (const button of document.querySelectorAll("[data-copy]")) {
            delete button.dataset.waiting;
            const label = button.querySelector("span");
            const usual = label.textContent;
            button.addEventListener("click", async () => {
              const text = document.getElementById(button.dataset.copy);
              // Browsers allow the clipboard only over TLS or on this machine.
              try { await navigator.clipboard.writeText(text.textContent); } catch {
                getSelection().selectAllChildren(text);
                document.execCommand("copy");
              }
              label.setAttribute("role", "status");
              label.textContent = button.dataset.done;
              setTimeout(() => { label.textContent = usual; }, 2000);
            });
          }

        """
}
