// One view of a hanalearn table: draws the zones of a view model and reports what the player does.
// It knows no rule and holds no word: rules stay in the kernel, words come in the view and in page.labels.
//
//   render({ model, el }, page) -> clean-up
//   model  get("view"), get("zones"), on/off("change:view" | "change:zones"), send(intent), widget_manager
//   page   { faces: {notation: svg text}, back: svg text, labels: {key: word} }

// The zones in reading order, by the part of the table that holds them.
const LAYOUT = {
  head: ["stake", "phase"],
  panel: ["walk", "ask", "controls"],
  board: ["ledger", "field", "hand"],
  side: ["seats", "log"],
};
// Where nobody at the table is the viewer, all hands lie open and take the room of the own hand.
const OPEN_LAYOUT = { ...LAYOUT, board: ["ledger", "field", "seats"], side: ["log"] };
const PATIENCE = 5000; // ms without an answer before the banner appears
const shelves = new WeakMap(); // page -> its pictures, shared by all views of that page

// ---------------------------------------------------------------- small helpers

// An element; strings become text nodes, so nothing that arrives as data is ever read as markup.
function h(tag, attrs, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const kid of kids.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    node.append(kid instanceof Node ? kid : String(kid));
  }
  return node;
}

const hidden = (text) => text && h("span", { class: "hl-sr" }, text, " ");
const list = (value) => (Array.isArray(value) ? value : []);
const word = (t, key) => t.page.labels?.[key] ?? "";
const shows = (t, zone) => t.names.includes(zone);

function button(t, key, intent, attrs, ...kids) {
  return h("button", { type: "button", "data-key": key, "data-do": intent, ...attrs }, ...kids);
}

// Pictures as blob addresses, made once for all views of a page and given back with the last one.
function takeArt(page) {
  let shelf = shelves.get(page);
  if (!shelf) {
    const url = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const faces = new Map(Object.entries(page.faces ?? {}).map(([id, svg]) => [id, url(svg)]));
    shelf = { faces, back: url(page.back ?? ""), users: 0 };
    shelves.set(page, shelf);
  }
  shelf.users += 1;
  return shelf;
}

function giveArtBack(page) {
  const shelf = shelves.get(page);
  shelf.users -= 1;
  if (shelf.users > 0) return;
  for (const url of [...shelf.faces.values(), shelf.back]) URL.revokeObjectURL(url);
  shelves.delete(page);
}

// Makes the children of `parent` like `kids`, keeping every element that can stay: pictures do not load again,
// rules stay open, the focus stays, and a screen reader is not sent back.
function renew(parent, kids) {
  const have = [...parent.childNodes];
  kids.forEach((kid, i) => {
    const old = have[i];
    if (!old) parent.append(kid);
    else if (old.isEqualNode(kid)) return;
    else if (old.nodeName !== kid.nodeName || old.nodeType !== Node.ELEMENT_NODE) old.replaceWith(kid);
    else {
      for (const { name } of [...old.attributes]) {
        if (name !== "open" && !kid.hasAttribute(name)) old.removeAttribute(name);
      }
      for (const { name, value } of kid.attributes) {
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      }
      renew(old, [...kid.childNodes]);
    }
  });
  for (const node of have.slice(kids.length)) node.remove();
}

// ---------------------------------------------------------------- parts

function picture(t, card) {
  const src = card.back ? t.art.back : t.art.faces.get(card.id);
  if (!src) return h("span", { class: "hl-face hl-noface" }, card.name);
  return h("span", { class: "hl-face" }, h("img", { src, alt: "", draggable: "false", decoding: "sync" }));
}

// The inside of a card: picture, spoken name, corner label, what happened to it, what it would do.
function face(t, card, does = []) {
  return [
    picture(t, card),
    h("span", { class: "hl-caption" },
      hidden(card.spoken),
      card.tag && [h("span", { class: "hl-tag" }, card.tag), " "],
      card.marktext && [h("span", { class: "hl-mark" }, card.marktext), " "],
      list(does).map((move) => [
        h("span", { class: "hl-does", "data-takes": list(move.takes).length > 0 && "true" }, move.text), " "])),
  ];
}

function still(t, card, attrs) {
  return h("div", { class: "hl-card", "data-card": card.id, "data-mark": card.mark, ...attrs }, face(t, card));
}

// Small overlapping cards; a run of backs is read once with its number.
function smallCards(t, cards) {
  const items = [];
  for (const card of list(cards)) {
    const run = items.at(-1);
    if (card.back && run?.card.back) run.times += 1;
    else items.push({ card, times: 1 });
  }
  return h("ul", { class: "hl-small", role: "list" }, items.map(({ card, times }) =>
    h("li", { "data-mark": card.mark },
      Array.from({ length: times }, () => picture(t, card)),
      hidden(times > 1 ? `${times} × ${card.spoken}` : card.spoken), hidden(card.marktext))));
}

function pictures(t, ids) {
  const known = list(ids).filter((id) => t.art.faces.has(id));
  return known.length > 0 && h("span", { class: "hl-thumbs" }, known.map((id) => picture(t, { id })));
}

function tagChip(rule) {
  return [h("span", { class: "hl-chip-tag" }, rule.tag), " ",
    h("span", { class: "hl-tagtext" }, rule.tagtext), " "];
}

const ruleText = (t, rule, said) => [
  rule.text !== said && h("p", {}, rule.text),
  h("p", { class: "hl-source" }, word(t, "source"), " ", h("cite", {}, rule.source)),
];

// A rule behind its tag; its sentence is left out where it was just said.
function ruleBox(t, rule, key, said) {
  return rule && h("details", { class: "hl-rule" },
    h("summary", { "data-key": key }, tagChip(rule)), ruleText(t, rule, said));
}

// Where nothing is asked, a walk tells what its step did.
function story(t, { walk, log }) {
  const told = walk ? list(log?.entries).filter((one) => one.new) : [];
  return told.map((one, i) => h("div", { class: "hl-told" },
    h("p", { class: "hl-asked" }, one.text),
    one.why && h("p", { class: "hl-why" }, one.why), ruleBox(t, one.rule, `told:${i}`, one.why)));
}

function chips(seat) {
  return [
    seat.turn && h("span", { class: "hl-chip hl-turn" }, seat.turntext),
    seat.out && h("span", { class: "hl-chip hl-out" }, seat.out),
    list(seat.badges).map((badge) => h("span", { class: "hl-chip" }, badge)),
  ].flat().filter(Boolean).map((chip) => [chip, " "]);
}

function captured(t, seat) {
  const kinds = list(seat.captured).filter((group) => list(group.cards).length);
  return h("div", { class: "hl-captured", role: "group", "aria-label": seat.capturedlabel },
    kinds.length ? null : h("p", { class: "hl-quiet" }, seat.capturedempty),
    kinds.map((group) => h("div", { class: "hl-kind" },
      h("span", { class: "hl-kindname" }, group.label, " ", h("b", {}, group.cards.length)),
      smallCards(t, group.cards))));
}

function seatHead(seat) {
  return h("div", { class: "hl-seathead" }, h("h4", { class: "hl-name" }, seat.name), " ", chips(seat),
    seat.points && h("span", { class: "hl-points" }, seat.points));
}

const notes = (seat) => list(seat.notes).map((note) => h("p", { class: "hl-note" }, note));

// ---------------------------------------------------------------- whose moves are live

const own = (view) => list(view.seats).find((seat) => seat.you);
const handCard = (view, id) => list(own(view)?.hand?.cards).find((card) => card.id === id);

// The card whose moves are open now, its moves by the field card to click (`on`), and the moves that
// have no place on the field this view shows (`offers`), which become buttons.
function open(t, view) {
  const drawn = view.drawn?.moves?.length ? view.drawn : null;
  const card = t.selected ? handCard(view, t.selected) : drawn;
  const field = shows(t, "field") ? list(view.field?.cards).map((one) => one.id) : [];
  const on = new Map();
  const offers = [];
  for (const move of list(card?.moves)) {
    if (field.includes(move.on) && !on.has(move.on)) on.set(move.on, move);
    else offers.push(move);
  }
  return { card, on, offers };
}

// Offers stand in the ask panel; a view without one shows them with the hand or the field.
const offerZone = (t) => ["ask", "hand", "field"].find((zone) => shows(t, zone));

function offerButtons(t, view, zone) {
  if (offerZone(t) !== zone) return [];
  const { card, on, offers } = open(t, view);
  const kids = [
    t.selected && on.size > 0 && h("p", { class: "hl-hint" }, word(t, "pick")),
    offers.map((move) => button(t, `offer:${move.do}`, move.do, { class: "hl-choice" },
      pictures(t, [card.id, ...list(move.takes)]), hidden(card.spoken), h("span", {}, move.text))),
    t.selected && button(t, "giveback", null, { class: "hl-button" }, word(t, "giveback")),
  ].flat().filter(Boolean);
  return kids.length ? [h("div", { class: "hl-offers" }, kids)] : [];
}

// ---------------------------------------------------------------- zones: each (t, view) -> nodes

const zones = {
  phase(t, { phase }) {
    const steps = list(phase?.steps).map((step) =>
      h("li", { "data-state": step.state, "aria-current": step.state === "now" && "step" },
        h("span", { class: "hl-dot", "aria-hidden": "true" }), h("span", {}, step.label), " ", hidden(step.statetext)));
    return [steps.length > 0 && h("ol", { class: "hl-steps", role: "list", "aria-label": phase.label }, steps)];
  },

  stake(t, { stake }) {
    if (!stake) return [];
    const sticks = (value) => {
      const length = Math.min(Math.abs(Number.parseInt(value, 10)) || 0, 12);
      return h("span", { class: "hl-sticks", "aria-hidden": "true" }, Array.from({ length }, () => h("i")));
    };
    const parts = list(stake.parts).map((part) => h("li", {},
      sticks(part.value), pictures(t, part.cards), h("span", {}, part.label), " ", h("b", {}, part.value)));
    return [
      h("p", { class: "hl-stakesum" }, h("span", {}, stake.label), " ", h("b", {}, stake.value)),
      h("ul", { class: "hl-parts", role: "list", "aria-label": stake.label }, parts),
    ];
  },

  controls(t, view) {
    const tools = list(view.controls).map((tool) => button(t, `do:${tool.do}`, tool.do,
      { class: "hl-button", "aria-disabled": tool.off && "true" }, tool.label));
    const attrs = { class: "hl-tools", role: "toolbar", "aria-label": word(t, "controls") };
    return [tools.length > 0 && h("div", attrs, tools)];
  },

  walk(t, { walk }) {
    if (!walk) return [];
    const go = (key, at, off) => button(t, `walk:${key}`, `step ${at}`,
      { class: "hl-button", "aria-disabled": off && "true" }, word(t, key));
    const atFirst = walk.at <= 0;
    const atLast = walk.at >= walk.last;
    return [h("div", { class: "hl-walkbar" },
      go("first", 0, atFirst), go("previous", walk.at - 1, atFirst),
      h("input", { type: "range", min: 0, max: walk.last, value: walk.at, "data-key": "walk:slider",
        "aria-label": walk.label, "aria-valuetext": walk.text }),
      go("next", walk.at + 1, atLast), go("last", walk.last, atLast),
      h("span", { class: "hl-walktext" }, walk.text))];
  },

  ask(t, view) {
    const { ask } = view;
    const offers = offerButtons(t, view, "ask");
    if (!ask && !offers.length) return story(t, view);
    const choices = list(ask?.choices).map((choice) => button(t, `do:${choice.do}`, choice.do, { class: "hl-choice" },
      h("b", {}, choice.label), " ", choice.text && h("span", {}, choice.text)));
    return [
      ask?.text && h("p", { class: "hl-asked" }, ask.text),
      ask?.why && h("p", { class: "hl-why" }, ask.why),
      choices.length > 0 && h("div", { class: "hl-choices" }, choices),
      offers,
      ruleBox(t, ask?.rule, "ask:rule", ask?.why),
    ];
  },

  ledger(t, { ledger }) {
    if (!ledger) return [];
    const { columns } = ledger;
    const cell = (name, ...kids) => h("td", { role: "cell", class: `hl-col-${name}` }, ...kids);
    const reason = (row, i) => {
      const line = [pictures(t, row.cards), h("span", {}, row.text, " ")];
      if (!row.rule) return h("p", {}, line);
      const chip = h("span", { class: "hl-chip-tag" }, row.rule.tag);
      return h("details", {},
        h("summary", { "data-key": `ledger:${i}` }, line, chip, hidden(row.rule.tagtext)),
        h("p", {}, row.rule.tagtext), ruleText(t, row.rule, row.text));
    };
    const rows = list(ledger.rows).map((row, i) => h("tr", { role: "row" },
      cell("step", row.step), cell("seat", row.seat), cell("amount", row.amount), cell("after", row.after),
      cell("why", reason(row, i))));
    const heads = ["step", "seat", "amount", "after", "why"].map((name) =>
      h("th", { role: "columnheader", scope: "col", class: `hl-col-${name}` }, columns[name]));
    return [
      h("h4", { class: "hl-label" }, ledger.label),
      h("p", { class: "hl-outcome" }, ledger.outcome),
      ruleBox(t, ledger.decided, "ledger:decided"),
      h("ul", { class: "hl-payments", role: "list" }, list(ledger.payments).map((one) =>
        h("li", {}, h("span", {}, one.name), " ", h("b", {}, one.text)))),
      h("table", { class: "hl-table", role: "table", "aria-label": ledger.label },
        h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads)), h("tbody", { role: "rowgroup" }, rows)),
    ];
  },

  field(t, view) {
    const { field, pile, drawn } = view;
    const targets = open(t, view).on;
    const place = (card) => {
      const move = targets.get(card.id);
      if (!move) return h("li", {}, still(t, card));
      const attrs = { class: "hl-card hl-target", "data-card": card.id, "data-mark": card.mark };
      return h("li", {}, button(t, `field:${card.id}`, move.do, attrs, face(t, card, [move])));
    };
    return [
      field && h("h4", { class: "hl-label" }, field.label),
      h("div", { class: "hl-felt" },
        (pile || drawn) && h("div", { class: "hl-draw" },
          drawn && still(t, drawn, { class: "hl-card hl-drawn" }),
          pile && h("div", { class: "hl-pile", role: "group", "aria-label": pile.label },
            pile.count > 0 && !drawn && h("span", { class: "hl-stack" }, picture(t, { back: true })),
            h("span", { class: "hl-piletext" }, h("b", {}, pile.label), " ", h("span", {}, pile.text)))),
        field && h("ul", { class: "hl-cards", role: "list" }, list(field.cards).map(place))),
      offerButtons(t, view, "field"),
    ];
  },

  hand(t, view) {
    const seat = own(view);
    if (!seat) return [];
    const cards = list(seat.hand?.cards);
    const lively = cards.some((card) => card.moves?.length);
    const place = (card) => {
      if (card.back) return h("li", {}, still(t, card));
      const moves = list(card.moves);
      const attrs = {
        class: moves.length ? "hl-card hl-playable" : "hl-card",
        "data-card": card.id,
        "data-mark": card.mark,
        "aria-disabled": !moves.length && "true",
        "aria-pressed": moves.length > 1 && String(t.selected === card.id),
      };
      const intent = moves.length === 1 ? moves[0].do : null;
      return h("li", {}, button(t, `hand:${card.id}`, intent, attrs, face(t, card, moves)));
    };
    return [
      seatHead(seat),
      cards.length ? h("ul", { class: `hl-cards hl-own ${lively ? "hl-lively" : ""}`, role: "list" }, cards.map(place))
        : h("p", { class: "hl-quiet" }, seat.hand?.empty),
      offerButtons(t, view, "hand"),
      notes(seat),
      shows(t, "seats") &&
        [h("p", { class: "hl-label", "aria-hidden": "true" }, seat.capturedlabel), captured(t, seat)],
    ];
  },

  seats(t, view) {
    const held = ({ hand }) => list(hand?.cards).length > 0 &&
      h("div", { class: "hl-held", role: "group", "aria-label": hand.label },
        smallCards(t, hand.cards), h("b", { class: "hl-count", "aria-hidden": "true" }, hand.cards.length));
    const others = list(view.seats).filter((seat) => !(seat.you && shows(t, "hand"))).map((seat) =>
      h("li", { class: "hl-seat", "data-turn": seat.turn && "true", "data-out": seat.out && "true" },
        seatHead(seat), held(seat), notes(seat), captured(t, seat)));
    return [others.length > 0 && h("ul", { class: "hl-seats", role: "list", "aria-label": word(t, "seats") }, others)];
  },

  log(t, { log }) {
    const entries = list(log?.entries);
    if (!entries.length) return [];
    const entry = (one, i) => {
      const line = [h("span", {}, one.new && hidden(word(t, "new")), one.text, " "), pictures(t, one.cards)];
      const attrs = { "data-new": one.new && "true" };
      if (!one.why && !one.rule) return h("li", attrs, h("p", { class: "hl-line" }, line));
      return h("li", attrs, h("details", {},
        h("summary", { "data-key": `log:${i}` }, line),
        one.why && h("p", {}, one.why),
        one.rule && [h("p", {}, tagChip(one.rule)), ruleText(t, one.rule, one.why)]));
    };
    const plain = !entries.some((one) => one.why || one.rule); // nothing in it takes the focus, and it scrolls
    const attrs = { class: "hl-entries", role: "list", "aria-label": log.label, tabindex: plain && "0" };
    return [h("h4", { class: "hl-label" }, log.label), h("ol", attrs, entries.map(entry))];
  },
};

function zoneLabel(t, view, zone) {
  if (zone === "hand") return own(view)?.hand?.label ?? "";
  return view[zone]?.label ?? word(t, zone);
}

// ---------------------------------------------------------------- drawing and focus

const stops = (zone) => [...zone.querySelectorAll("button, summary, input")];
const idle = (node) => node.getAttribute("aria-disabled") === "true";

// Each zone is one tab stop: the element last used there, else the newest line of the log, the slider of a walk,
// the first element that does something.
function setStop(t, name) {
  const items = stops(t.parts[name]);
  const stop = items.find((item) => item.dataset.key === t.stop[name])
    ?? (name === "log" ? items.at(-1) : items.find((item) => item.type === "range"))
    ?? items.find((item) => !idle(item)) ?? items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
}

function focusPlace(t) {
  const active = document.activeElement;
  if (!t.root.contains(active)) return null;
  const part = active.closest("[data-zone]");
  return { active, key: active.dataset.key, zone: part?.dataset.zone, at: part ? stops(part).indexOf(active) : -1 };
}

// Same element, else same place in its zone, else the zone, else the ask panel; where the zone has nothing
// left to do but the field or the ask panel has, the focus goes there.
function putFocus(t, place) {
  if (!place || (document.activeElement === place.active && place.active.dataset.key === place.key)) return;
  const items = t.parts[place.zone] ? stops(t.parts[place.zone]) : [];
  const near = items[Math.min(Math.max(place.at, 0), items.length - 1)];
  const busy = items.some((item) => !idle(item));
  const elsewhere = busy ? null : t.root.querySelector(".hl-target, .hl-choice");
  const home = [place.zone, "ask", ...t.names].map((zone) => t.parts[zone]).find((part) => part && !part.hidden);
  const node = items.find((item) => item.dataset.key === place.key) ?? elsewhere ?? near ?? home ?? t.root;
  node.focus({ preventScroll: true });
}

function draw(t) {
  const view = t.model.get("view") ?? {};
  if (t.seated !== Boolean(own(view))) return build(t);
  const place = focusPlace(t);
  if (t.selected && !(handCard(view, t.selected)?.moves?.length > 1)) t.selected = null;
  t.root.dataset.seq = view.seq ?? 0;
  t.root.setAttribute("aria-label", view.title ?? "");
  t.title.textContent = view.title ?? "";
  for (const name of t.names) {
    const part = t.parts[name];
    const kids = zones[name](t, view).flat(Infinity).filter(Boolean);
    renew(part, kids);
    part.hidden = !kids.length;
    part.setAttribute("aria-label", zoneLabel(t, view, name));
    setStop(t, name);
  }
  const told = list(view.log?.entries).length;
  if (told !== t.told) t.root.querySelector(".hl-entries")?.scrollTo(0, 1e6);
  t.told = told;
  const slider = t.root.querySelector("input[type=range]");
  if (slider && view.walk) slider.value = view.walk.at;
  putFocus(t, place);
  preview(t, document.activeElement);
  showAnswer(t, view);
}

function showAnswer(t, view) {
  if (t.waiting && (view.answered ?? 0) >= t.waiting) {
    settle(t);
    t.root.querySelector(".hl-target")?.scrollIntoView({ block: "nearest" });
  }
  // Of several views on a page, the table speaks and whichever was used last.
  const speaks = shows(t, "ask") || (t.sent > 0 && t.sent === view.answered);
  if (speaks && t.live.textContent !== (view.live ?? "")) t.live.textContent = view.live ?? "";
  const refused = JSON.stringify([view.answered, view.refused]);
  if (t.refusal === refused) return;
  t.refusal = refused;
  const { text, rule } = view.refused ?? {};
  const lines = [text && h("p", {}, text), rule && h("p", {}, rule.text, " ", tagChip(rule))];
  t.refused.replaceChildren(...lines.filter(Boolean));
}

// Outline on the field what the card under the pointer or the focus would take.
function preview(t, node) {
  const id = node?.closest?.(".hl-own .hl-playable")?.dataset.card;
  const moves = id && t.root.contains(node) ? list(handCard(t.model.get("view"), id)?.moves) : [];
  const takes = new Set(moves.flatMap((move) => list(move.takes)));
  for (const card of t.root.querySelectorAll("[data-zone=field] [data-card]")) {
    card.classList.toggle("hl-would", takes.has(card.dataset.card) && !card.classList.contains("hl-target"));
  }
}

// ---------------------------------------------------------------- acting

function select(t, id, byKey) {
  const before = t.selected;
  t.selected = before === id ? null : id;
  draw(t);
  const card = t.root.querySelector(`[data-key="hand:${CSS.escape(id)}"]`);
  const target = t.selected ? t.root.querySelector(".hl-target, .hl-offers .hl-choice") : null;
  (byKey && target ? target : card)?.focus({ preventScroll: true });
  (target ?? card)?.scrollIntoView({ block: "nearest" });
}

function onClick(t, event) {
  const node = event.target.closest("button");
  if (!node || idle(node) || !t.root.contains(node)) return;
  if (t.banner.contains(node)) return void restart(t);
  if (node.matches(PLAYS) && event.detail > 1) return; // the second half of a double click would play once more
  if (node.dataset.do) send(t, node.dataset.do);
  else if (node.matches(".hl-card")) select(t, node.dataset.card, event.detail === 0);
  else select(t, t.selected); // the button that gives the selected card back
}

function onChange(t, event) {
  if (event.target.type === "range") send(t, `step ${event.target.value}`);
}

// The next element in that direction: along the zone, or in the nearest row above or below.
function neighbour(items, node, key) {
  const at = items.indexOf(node);
  if (key === "ArrowLeft") return items[at - 1];
  if (key === "ArrowRight") return items[at + 1];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const middle = (item) => {
    const box = item.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, half: box.height / 2 };
  };
  const from = middle(node);
  const down = key === "ArrowDown" ? 1 : -1;
  const away = (item) => {
    const to = middle(item);
    const dy = (to.y - from.y) * down;
    return dy < Math.min(from.half, to.half) ? Infinity : dy * 4 + Math.abs(to.x - from.x);
  };
  const best = items.reduce((a, b) => (away(b) < away(a) ? b : a), items[0]);
  return best && away(best) < Infinity ? best : undefined;
}

const WALK_KEYS = {
  ArrowRight: "next", PageDown: "next", ArrowLeft: "previous", PageUp: "previous", Home: "first", End: "last",
};
const PLAYS = ".hl-card, .hl-choice"; // what takes another's place when it has been used
const MOVE_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

// True if the key was ours.
function press(t, event) {
  const node = event.target;
  const part = node.closest("[data-zone]");
  if (event.key === "Escape" && t.selected) {
    select(t, t.selected);
    return true;
  }
  if (part?.dataset.zone === "walk" && Object.hasOwn(WALK_KEYS, event.key)) {
    const goal = part.querySelector(`[data-key="walk:${WALK_KEYS[event.key]}"]`);
    if (!idle(goal)) send(t, goal.dataset.do);
    return true;
  }
  if (event.key === "Enter" && event.repeat && node.matches(PLAYS)) return true; // a held key plays once
  if (!part || !MOVE_KEYS.includes(event.key) || !node.matches("button, summary")) return false;
  const goal = neighbour(stops(part), node, event.key);
  goal?.focus();
  return Boolean(goal);
}

function onKey(t, event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const ours = press(t, event);
  if (ours) event.preventDefault();
  if (ours || event.key === "Enter" || event.key === " ") event.stopPropagation(); // Jupyter listens too
}

function onFocus(t, event) {
  const part = event.target.closest("[data-zone]");
  if (part && event.target.dataset.key) {
    t.stop[part.dataset.zone] = event.target.dataset.key;
    setStop(t, part.dataset.zone);
  }
  preview(t, event.target);
}

// ---------------------------------------------------------------- the kernel

function send(t, intent) {
  if (t.waiting) return;
  const view = t.model.get("view") ?? {};
  t.sent = t.waiting = Math.max(t.sent, view.answered ?? 0) + 1;
  t.root.setAttribute("aria-busy", "true");
  t.timer = setTimeout(() => lost(t), PATIENCE);
  try {
    t.model.send({ n: t.waiting, seq: view.seq, do: intent });
  } catch {
    lost(t); // the connection is already known to be closed
  }
}

function settle(t) {
  clearTimeout(t.timer);
  t.waiting = 0;
  t.root.setAttribute("aria-busy", "false");
  t.banner.replaceChildren();
}

function lost(t) {
  clearTimeout(t.timer);
  t.banner.replaceChildren(h("p", {}, word(t, "gone")),
    h("button", { type: "button", class: "hl-button", "data-key": "restart" }, word(t, "restart")));
}

// Voilà starts a new kernel with the page; elsewhere the kernel restarts and the cells must run again.
async function restart(t) {
  if (document.body.hasAttribute("data-voila")) return location.reload();
  let told = "restarted";
  try {
    const kernel = t.model.widget_manager?.kernel;
    if (!kernel) throw new Error("no kernel in reach");
    await kernel.restart();
  } catch {
    told = "unreachable";
  }
  t.banner.replaceChildren(h("p", {}, word(t, told)));
}

// ---------------------------------------------------------------- one view

function build(t) {
  const wanted = list(t.model.get("zones"));
  const chosen = (name) => !wanted.length || wanted.includes(name);
  t.seated = Boolean(own(t.model.get("view") ?? {}));
  const blocks = Object.entries(t.seated ? LAYOUT : OPEN_LAYOUT)
    .map(([block, names]) => [block, names.filter(chosen)])
    .filter(([, names]) => names.length);
  t.names = blocks.flatMap(([, names]) => names);
  t.parts = Object.fromEntries(t.names.map((name) => [name,
    h("div", { class: `hl-zone hl-zone-${name}`, "data-zone": name, role: "group", tabindex: "-1" })]));
  const grid = h("div", { class: "hl-grid" }, blocks.map(([block, names]) =>
    h("div", { class: `hl-${block}` }, names.map((name) => t.parts[name]))));
  if (chosen("phase")) grid.querySelector(".hl-head").prepend(t.title);
  (grid.querySelector(".hl-panel") ?? grid).append(t.refused);
  t.root.classList.toggle("hl-whole", !wanted.length);
  t.root.replaceChildren(t.banner, grid, t.live);
  draw(t);
}

export function render({ model, el }, page) {
  const t = {
    model,
    page,
    art: takeArt(page),
    selected: null, // the hand card that waits for its target
    sent: 0, // the number of the last intent of this view
    waiting: 0, // the number that has no answer yet
    timer: 0,
    stop: {}, // zone -> key of its tab stop
    told: 0, // entries of the log when last drawn
    refusal: "",
    root: h("div", { class: "hl-root", role: "region", "aria-busy": "false", "data-lm-suppress-shortcuts": "true" }),
    title: h("h3", { class: "hl-title" }),
    banner: h("div", { class: "hl-banner", role: "alert" }),
    refused: h("div", { class: "hl-refused", role: "status" }),
    live: h("div", { class: "hl-sr", "aria-live": "polite" }),
  };
  const heard = {
    click: (event) => onClick(t, event), change: (event) => onChange(t, event), keydown: (event) => onKey(t, event),
    focusin: (event) => onFocus(t, event), pointerover: (event) => preview(t, event.target),
    pointerleave: () => preview(t, document.activeElement),
  };
  for (const [name, listener] of Object.entries(heard)) t.root.addEventListener(name, listener);
  const redraw = () => draw(t);
  const rebuild = () => build(t);
  model.on("change:view", redraw);
  model.on("change:zones", rebuild);
  el.classList.add("hl-host");
  el.append(t.root);
  build(t);
  return () => {
    clearTimeout(t.timer);
    model.off("change:view", redraw);
    model.off("change:zones", rebuild);
    for (const [name, listener] of Object.entries(heard)) t.root.removeEventListener(name, listener);
    t.root.remove();
    giveArtBack(page);
  };
}
