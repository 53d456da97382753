// Stands in for Jupyter: a model with traits, events and a kernel whose answers a test gives.
import { render } from "./views.js";

class StandIn {
  constructor(traits) {
    this.traits = traits;
    this.heard = new Map();
    this.sent = [];
    this.widget_manager = { kernel: { restarts: 0, restart: async () => void (this.widget_manager.kernel.restarts += 1) } };
  }
  get(name) { return this.traits[name]; }
  set(name, value) {
    this.traits[name] = value;
    for (const call of [...(this.heard.get(`change:${name}`) ?? [])]) call();
  }
  on(event, call) { this.heard.set(event, [...(this.heard.get(event) ?? []), call]); }
  off(event, call) { this.heard.set(event, (this.heard.get(event) ?? []).filter((one) => one !== call)); }
  send(intent) {
    this.sent.push(intent);
    if (this.closed) throw new Error("closed");
    if (this.answer) this.set("view", { ...this.answer(intent, this.get("view")), answered: intent.n });
  }
  listeners() { return [...this.heard.values()].flat().length; }
}

const table = { models: [], cleanups: [], page: null, blobs: new Set() };
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (blob) => {
  const url = createObjectURL.call(URL, blob);
  table.blobs.add(url);
  return url;
};
URL.revokeObjectURL = (url) => {
  table.blobs.delete(url);
  revokeObjectURL.call(URL, url);
};
table.open = (page, view, zones = []) => {
  table.page ??= page;
  const model = new StandIn({ view, zones });
  table.models.push(model);
  table.show(model);
  return table.models.length - 1;
};
table.show = (model) => {
  const el = document.createElement("div");
  document.querySelector("main").append(el);
  table.cleanups.push(render({ model, el }, table.page));
};
// Every picture is there, and two frames have shown it.
table.painted = async () => {
  const pictures = [...table.blobs].map((url) => Object.assign(new Image(), { src: url }).decode());
  await Promise.all(pictures);
  for (let i = 0; i < 2; i += 1) await new Promise((next) => requestAnimationFrame(next));
};
window.table = table;
