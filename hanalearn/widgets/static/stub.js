// Each table view sends these few lines; the module itself, its style and the cards come once per page,
// from the page model, and stay under one symbol for every view of the same build.
async function load(model) {
  const page = await model.widget_manager.get_model(model.get("page"));
  const url = URL.createObjectURL(new Blob([page.get("source")], { type: "text/javascript" }));
  try {
    const { render } = await import(url);
    const style = document.createElement("style");
    style.dataset.hanalearn = model.get("build");
    style.textContent = page.get("css");
    document.head.append(style);
    return { render, page: { faces: page.get("faces"), back: page.get("back"), labels: page.get("labels") } };
  } finally {
    URL.revokeObjectURL(url);
  }
}

export default {
  async render({ model, el, signal }) {
    const key = Symbol.for("hanalearn/" + model.get("build"));
    globalThis[key] ??= load(model).catch((error) => {
      delete globalThis[key]; // so that the next view may try again
      throw error;
    });
    const { render, page } = await globalThis[key];
    return signal?.aborted ? undefined : render({ model, el }, page);
  },
};
