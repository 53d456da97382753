// Colours: auto, light or dark. JupyterLab's theme and its attributes follow, so that widgets do too.
(() => {
  const KEY = "hanalearn-theme";
  const system = matchMedia("(prefers-color-scheme: dark)");
  const sheet = document.getElementById("lesson-dark");
  const control = document.getElementById("lesson-theme");
  let choice = "auto";
  try {
    choice = localStorage.getItem(KEY) || "auto";
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }

  const apply = () => {
    const dark = choice === "dark" || (choice === "auto" && system.matches);
    const { body } = document;
    body.classList.toggle("theme-dark", dark);
    body.classList.toggle("theme-light", !dark);
    body.dataset.jpThemeLight = String(!dark);
    body.dataset.jpThemeName = dark ? "JupyterLab Dark" : "JupyterLab Light";
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    sheet.media = dark ? "screen" : "not all";
  };

  apply();
  system.addEventListener("change", apply);
  const chosen = control.querySelector(`[value="${CSS.escape(choice)}"]`) || control.elements[0];
  chosen.checked = true;
  control.hidden = false;
  control.addEventListener("change", (event) => {
    choice = event.target.value;
    try {
      localStorage.setItem(KEY, choice);
    } catch {
      // As above.
    }
    apply();
  });
})();

// Loading: Voilà calls voila_process before each cell and voila_finish after the last; its own script
// sets themeLoaded, and calls voila_finish again when the cells were there first.
(() => {
  const loading = document.getElementById("loading");
  const bar = loading.querySelector("progress");
  const step = loading.querySelector(".lesson-loading-step");
  const say = (text) => {
    document.getElementById("lesson-status").textContent = text;
  };
  let complete = false;

  say(lessonWords.preparing);
  window.voila_heartbeat = () => {};
  window.voila_process = (at, last) => {
    bar.max = last;
    bar.value = at;
    step.textContent = lessonWords.progress.replace("{at}", at).replace("{last}", last);
  };
  window.voila_finish = () => {
    complete = true;
    if (!window.themeLoaded) {
      window.cellLoaded = true;
      return;
    }
    loading.remove();
    document.getElementById("lesson").hidden = false;
    say(lessonWords.ready);
    if (location.hash) document.querySelector(`[id="${CSS.escape(decodeURIComponent(location.hash.slice(1)))}"]`)?.scrollIntoView();
  };
  // The page ended before its last cell: the server or the kernel is gone.
  window.addEventListener("load", () => {
    if (complete) return;
    loading.className = "lesson-notice";
    loading.textContent = lessonWords.failed;
    say(lessonWords.failed);
  });
})();

// Wide tables scroll in their own box, by keyboard too.
window.addEventListener("load", () => {
  const wide = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  for (const box of document.querySelectorAll(".jp-RenderedHTMLCommon")) wide.observe(box);
});
