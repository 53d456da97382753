// One view of a hanalearn table: draws the zones of a view model and reports what the player does.
// It knows no rule and holds no word: rules stay in the kernel, words come in the view and in page.labels.
//
//   render({ model, el }, page) -> clean-up
//   model  get("view"), get("zones"), on/off("change:view" | "change:zones"), send(intent), widget_manager
//   page   { faces: {notation: svg text}, back: svg text, labels: {key: word} }

// The zones in reading order, by the part of the table that holds them.
const LAYOUT = {
  head: ["stake", "phase"],
  panel: ["quiz", "walk", "told", "ask", "changed", "controls"],
  board: ["panel", "spread", "ledger", "field", "hand"],
  side: ["seats", "log", "progress"],
};
// Where nobody at the table is the viewer, all hands lie open and take the room of the own hand.
const OPEN_LAYOUT = { ...LAYOUT, board: ["panel", "spread", "ledger", "field", "seats"], side: ["log", "progress"] };
const NONE = {};
const SLOW = 400; // ms without an answer before the table shows that it waits
const PATIENCE = 5000; // and before the banner appears
const PACE = 4000; // ms for each step of a walk that plays by itself
let shelfNumber = 0;
const REMEMBERED = "hanalearn-labels"; // where the browser keeps whether cards carry labels
const tables = new Set(); // the views on the page: labels are for all of them at once
const shelves = new WeakMap(); // page -> its pictures, shared by all views of that page

// ---------------------------------------------------------------- small helpers

// A piece of the page as plain data, which `make` turns into an element. Strings become text, so nothing that
// arrives as data is ever read as markup. The `key` tells a piece from its sisters, wherever among them it stands.
class Piece {
  constructor(tag, attrs, text = null) {
    const key = attrs.key ?? attrs["data-key"] ?? attrs["data-card"];
    this.name = key === undefined ? tag : `${tag} ${key}`;
    this.tag = tag;
    this.attrs = attrs;
    this.text = text;
    this.kids = [];
    this.node = null;
  }

  take(kids) {
    for (const kid of kids) {
      if (Array.isArray(kid)) this.take(kid);
      else if (kid instanceof Piece) this.kids.push(kid);
      else if (kid || kid === 0) this.kids.push(new Piece("#text", NONE, String(kid)));
    }
    return this;
  }
}

const h = (tag, attrs, ...kids) => new Piece(tag, attrs ?? NONE).take(kids);

function dress(node, name, value) {
  if (name === "key") return;
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function make(piece) {
  if (piece.tag === "#text") return (piece.node = document.createTextNode(piece.text));
  piece.node = document.createElement(piece.tag);
  for (const name in piece.attrs) dress(piece.node, name, piece.attrs[name]);
  for (const kid of piece.kids) piece.node.append(make(kid));
  return piece.node;
}

// Makes the element that was drawn from `old` what `now` says, and touches nothing that stays as it was: pictures
// do not load again, rules stay open, the focus stays, and a screen reader is not sent back.
function renew(old, now) {
  now.node = old.node;
  if (old.text !== now.text) old.node.data = now.text;
  for (const name in old.attrs) if (!(name in now.attrs)) dress(old.node, name, null);
  for (const name in now.attrs) if (old.attrs[name] !== now.attrs[name]) dress(old.node, name, now.attrs[name]);
  const same = old.kids.length === now.kids.length
    && now.kids.every((kid, i) => kid.name === old.kids[i].name && kid.text === old.kids[i].text);
  if (same) now.kids.forEach((kid, i) => renew(old.kids[i], kid));
  else renewKids(old.node, old.kids, now.kids);
}

function renewKids(parent, before, kids) {
  if (before.some(({ node }) => node.parentNode !== parent)) { // a translator put its words in place of ours
    parent.replaceChildren();
    before = [];
  }
  const left = new Map();
  for (const old of before) left.set(old.name, [...(left.get(old.name) ?? []), old]);
  for (const kid of kids) {
    const old = left.get(kid.name)?.shift();
    if (!old) make(kid);
    else renew(old, kid);
  }
  for (const { node } of [...left.values()].flat()) node.remove();
  let place = parent.firstChild;
  for (const { node } of kids) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

const hidden = (text) => text && h("span", { class: "hl-sr" }, text, " ");
const list = (value) => (Array.isArray(value) ? value : []);
const word = (t, key) => t.page.labels?.[key] ?? "";
const shows = (t, zone) => t.names.includes(zone);

function button(t, key, intent, attrs, ...kids) {
  return h("button", { type: "button", "data-key": key, "data-do": intent, ...attrs }, ...kids);
}

// Pictures as blob addresses in a style sheet, made once for all views of a page and taken away with the last one:
// an element that only names its picture costs far less to draw than one that loads it.
function takeArt(page) {
  let shelf = shelves.get(page);
  if (!shelf) {
    const number = (shelfNumber += 1);
    const url = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const urls = new Map(Object.entries({ ...page.faces, back: page.back ?? "" }).map(([id, svg]) => [id, url(svg)]));
    const rules = [...urls].map(([id, at]) =>
      `.hl-root [data-face="${CSS.escape(`${number} ${id}`)}"] { background-image: url("${at}"); }`);
    const style = h("style", {}, rules.join("\n"));
    document.head.append(make(style));
    shelf = { urls, name: (id) => urls.has(id) && `${number} ${id}`, style: style.node, users: 0 };
    shelves.set(page, shelf);
  }
  shelf.users += 1;
  return shelf;
}

function giveArtBack(page) {
  const shelf = shelves.get(page);
  shelf.users -= 1;
  if (shelf.users > 0) return;
  shelf.style.remove();
  for (const url of shelf.urls.values()) URL.revokeObjectURL(url);
  shelves.delete(page);
}

// Whether cards carry labels, for all views of the page at once.
let labelled = remembered();

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED) !== "off";
  } catch {
    return true; // storage is switched off: the choice lasts as long as the page
  }
}

function label(on) {
  labelled = on;
  try {
    localStorage.setItem(REMEMBERED, on ? "on" : "off");
  } catch {
    // as above
  }
  for (const t of tables) draw(t);
}

// ---------------------------------------------------------------- parts

function picture(t, card) {
  const face = t.art.name(card.back ? "back" : card.id);
  return face ? h("span", { class: "hl-face", "data-face": face }, corners(card))
    : h("span", { class: "hl-face hl-noface" }, card.name);
}

// Over the picture, for those who do not know the cards yet: the month, the letter of the kind, the points.
function corners({ month, kind, points }) {
  return labelled && month && h("span", { class: "hl-corners", "aria-hidden": "true" },
    h("b", {}, month), h("b", {}, kind), h("b", {}, points));
}

// The inside of a card: picture, spoken name, name, what happened to it, what it would do.
function face(t, card, does = []) {
  return [
    picture(t, card),
    h("span", { class: "hl-caption" },
      spoken(card),
      labelled && !card.back && h("span", { class: "hl-cardname", "aria-hidden": "true" }, card.name),
      card.marktext && [h("span", { class: "hl-mark" }, card.marktext), " "],
      list(does).map((move) => [
        h("span", { class: "hl-does", "data-takes": list(move.takes).length > 0 && "true" }, move.text), " "])),
  ];
}

const spoken = (card) => [hidden(card.spoken), labelled && hidden(card.pointstext)];

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
    h("li", { key: card.id, "data-mark": card.mark, "data-back": card.back && "true" },
      Array.from({ length: times }, () => picture(t, card)),
      times > 1 ? hidden(`${times} × ${card.spoken}`) : spoken(card), hidden(card.marktext))));
}

function pictures(t, ids) {
  const known = list(ids).filter((id) => t.art.name(id));
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

// A card that an answer may be made of is picked and put back; any other lies still.
function pickable(t, view, card) {
  const pick = view.ask?.pick;
  if (!list(pick?.cards).includes(card.id)) return null;
  const attrs = {
    class: "hl-card hl-pick", "data-card": card.id, "data-mark": card.mark,
    "aria-pressed": String(list(pick.picked).includes(card.id)),
  };
  return button(t, `pick:${card.id}`, `pick ${card.id}`, attrs, face(t, card));
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
    if ("panel" in view) {
      tools.push(button(t, "do:rules", view.panel ? view.panel.close.do : "rules",
        { class: "hl-button", "aria-expanded": String(Boolean(view.panel)), "aria-keyshortcuts": "R" }, word(t, "rules")));
    }
    if (view.field || list(view.spread).length) {
      const attrs = { class: "hl-button hl-toggle", "aria-pressed": String(labelled) };
      tools.push(button(t, "labels", null, attrs, word(t, "labels")));
    }
    const attrs = { class: "hl-tools", role: "toolbar", "aria-label": word(t, "controls") };
    return [tools.length > 0 && h("div", attrs, tools)];
  },

  walk(t, { walk }) {
    if (!walk) return [];
    const tool = (key, intent, off, attrs) => button(t, `walk:${key}`, intent,
      { class: "hl-button", "aria-disabled": off && "true", ...attrs }, word(t, key));
    const atFirst = walk.at <= 0;
    const atEnd = walk.at >= walk.reach; // the last step, or a question that is still open
    if (walk.back && walk.last === 0) {
      return [h("div", { class: "hl-walkbar" },
        button(t, "walk:back", walk.back.do, { class: "hl-choice" }, h("b", {}, walk.back.label)))];
    }
    return [h("div", { class: "hl-walkbar" },
      walk.back && button(t, "walk:back", walk.back.do, { class: "hl-choice" }, h("b", {}, walk.back.label)),
      tool("first", "step 0", atFirst), tool("previous", `step ${walk.at - 1}`, atFirst),
      h("input", { type: "range", min: 0, max: walk.last, value: walk.at, "data-key": "walk:slider",
        "aria-label": walk.label, "aria-valuetext": walk.text }),
      tool("next", `step ${walk.at + 1}`, atEnd), tool("last", `step ${walk.reach}`, atEnd),
      tool(t.playing ? "pause" : "play", null, atEnd, { "data-key": "walk:play" }),
      h("span", { class: "hl-walktext" }, walk.text))];
  },

  told(t, { told }) {
    return told ? [
      h("p", { class: "hl-asked" }, told.text),
      told.why && h("p", { class: "hl-why" }, told.why),
      ruleBox(t, told.rule, "told:rule", told.why),
    ] : [];
  },

  ask(t, view) {
    const { ask } = view;
    const offers = offerButtons(t, view, "ask");
    const choices = list(ask?.choices).map((choice) => button(t, `do:${choice.do}`, choice.do,
      { class: "hl-choice", "aria-pressed": choice.on === undefined ? null : String(choice.on) },
      h("b", {}, choice.label), " ", choice.text && h("span", {}, choice.text)));
    return [
      ask?.text && h("p", { class: "hl-asked" }, ask.text),
      ask?.why && h("p", { class: "hl-why" }, ask.why),
      ask?.pick && h("p", { class: "hl-hint" }, ask.pick.label),
      ask?.number && numberField(t, ask.number),
      choices.length > 0 && h("div", { class: "hl-choices" }, choices),
      offers,
      ruleBox(t, ask?.rule, "ask:rule", ask?.why),
    ];
  },

  // The rules in force, beside whatever is played, walked through or asked.
  panel(t, { panel }) {
    if (!panel) return [];
    const thumbs = (ids) => pictures(t, ids);
    const also = (words) => list(words).length > 0 && h("span", { class: "hl-quiet" }, " ", list(words).join(", "));
    const section = (name, label, ...kids) => h("section", { key: name, class: `hl-rules-${name}` },
      h("h4", { class: "hl-label" }, label), kids);
    const option = (row) => h("div", { key: row.name, class: "hl-option", role: "group", "aria-label": row.label },
      h("p", {}, h("b", {}, row.label)),
      row.number ? numberField(t, row.number, row.name) : list(row.values).map((one) =>
        button(t, `option:${row.name}=${one.value}`, one.do,
          { class: "hl-value", "aria-pressed": String(one.now), "aria-disabled": !one.do && "true" },
          h("span", { class: "hl-chip-tag" }, one.rule.tag), hidden(one.rule.tagtext), h("span", {}, one.rule.text),
          one.now && [" ", h("b", { class: "hl-mark" }, one.nowtext)])));
    const yaku = (row) => h("li", { key: row.id },
      h("p", {}, h("b", {}, row.name), also(row.also), " ", h("span", { class: "hl-worth" }, row.worth)),
      thumbs(row.cards), ruleBox(t, row.rule, `yaku:${row.id}`));
    const { columns } = panel.points;
    const points = (row) => h("li", { key: row.label + row.points }, thumbs(row.cards),
      h("span", {}, h("b", {}, row.label), " ", columns.points, " ", h("b", {}, row.points), ", ",
        columns.count, " ", row.count));
    const month = (row) => h("li", { key: row.month },
      h("p", {}, h("b", {}, `${row.month} ${row.flower}`), " ", row.kanji, " ", row.romaji, ", ", row.name,
        also(row.also)), thumbs(list(row.cards).map((card) => card.id)));
    const term = (row) => [
      h("dt", { key: `dt ${row.id}` }, h("b", {}, row.name), " ", row.kanji, also(row.also)),
      h("dd", { key: `dd ${row.id}` }, row.text)];
    return [
      h("div", { class: "hl-seathead" }, h("h3", { class: "hl-name" }, panel.title), " ",
        button(t, "panel:close", panel.close.do, { class: "hl-button" }, panel.close.label)),
      h("p", { class: "hl-quiet" }, list(panel.tags.rows).map((row) =>
        [h("span", { class: "hl-chip-tag" }, row.tag), " ", row.text, " "])),
      list(panel.options.rows).length > 0 && section("options", panel.options.label,
        panel.options.fixed && h("p", { class: "hl-quiet" }, panel.options.fixed), panel.options.rows.map(option)),
      section("yaku", panel.yaku.label, panel.yaku.none && h("p", {}, panel.yaku.none),
        list(panel.yaku.groups).map((group) => [h("h5", { key: group.label }, group.label),
          h("ul", { key: `list ${group.label}`, role: "list" }, group.rows.map(yaku))])),
      section("points", panel.points.label, h("ul", { role: "list" }, list(panel.points.rows).map(points)),
        ruleBox(t, panel.points.rule, "points:rule")),
      section("months", panel.months.label, h("ul", { role: "list" }, list(panel.months.rows).map(month))),
      section("glossary", panel.glossary.label, h("dl", {}, list(panel.glossary.rows).map(term))),
    ];
  },

  // What another option would change in the result.
  changed(t, { changed }) {
    return changed ? [
      h("p", { class: "hl-label" }, changed.label),
      ruleBox(t, changed.rule, "changed:rule"),
      list(changed.texts).map((text) => h("p", { class: "hl-why" }, text)),
    ] : [];
  },

  quiz(t, { quiz, report }) {
    if (!quiz) return [];
    const { summary, hints } = quiz;
    const cells = (row, cell) => Object.keys(summary.columns).map((name) => h(cell, {}, row[name]));
    return [
      h("p", { class: "hl-quizhead" }, h("b", {}, quiz.text), " ", h("span", {}, quiz.family), " ",
        h("span", { class: "hl-points" }, quiz.score.text)),
      h("p", { class: "hl-quiet" }, quiz.rules, " ", list(quiz.options).join(" ")),
      quiz.statetext && h("p", { class: "hl-state", "data-state": quiz.state }, quiz.statetext),
      list(hints?.given).length > 0 && h("ul", { class: "hl-hints", "aria-label": hints.label },
        hints.given.map((hint) => h("li", {}, hint))),
      summary && h("table", { class: "hl-table hl-summary", "aria-label": summary.label },
        h("thead", {}, h("tr", {}, cells(summary.columns, "th"))),
        h("tbody", {}, list(summary.rows).map((row) => h("tr", {}, cells(row, "td"))))),
      report && h("details", { class: "hl-rule" },
        h("summary", { "data-key": "quiz:report" }, report.label),
        h("p", {}, report.told), h("pre", { class: "hl-report", tabindex: "0" }, report.text)),
    ];
  },

  progress(t, { progress }) {
    if (!progress) return [];
    const { schedule, tools } = progress;
    return [
      h("h4", { class: "hl-label" }, progress.label),
      progress.note && h("p", {}, progress.note),
      h("ul", { role: "list" }, list(progress.skills).map((skill) => h("li", {},
        h("span", { "aria-hidden": "true" }, skill.mastered ? "● " : "○ "), skill.family, ": ", skill.text))),
      h("p", { class: "hl-quiet" }, progress.kept),
      schedule && h("p", {}, schedule.text, " ", schedule.do &&
        button(t, "progress:schedule", schedule.do, { class: "hl-button", "aria-pressed": String(schedule.on) },
          schedule.label)),
      tools?.forget && button(t, "progress:forget", tools.forget.do, { class: "hl-button" }, tools.forget.label),
    ];
  },

  spread(t, view) {
    return list(view.spread).map((group) => h("div", { class: "hl-group", role: "group", "aria-label": group.label },
      h("h4", { class: "hl-label" }, group.label),
      list(group.cards).length === 0 ? h("p", { class: "hl-quiet" }, group.empty)
        : h("ul", { class: "hl-cards", role: "list" }, list(group.cards).map((card) =>
          h("li", {}, pickable(t, view, card) ?? still(t, card))))));
  },

  ledger(t, { ledger, walk }) {
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
    const now = walk && !ledger.outcome ? list(ledger.rows).length - 1 : -1; // the row that a walk tells of
    const rows = list(ledger.rows).map((row, i) => h("tr", { role: "row", "data-now": i === now && "true",
      "aria-current": i === now && "step" },
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
    if (!field && !pile && !drawn) return [];
    const place = (card) => {
      const move = targets.get(card.id);
      if (!move) return h("li", { key: card.id }, pickable(t, view, card) ?? still(t, card));
      const attrs = { class: "hl-card hl-target", "data-card": card.id, "data-mark": card.mark };
      return h("li", { key: card.id }, button(t, `field:${card.id}`, move.do, attrs, face(t, card, [move])));
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
      labelled && shows(t, "controls") && h("p", { class: "hl-legend" }, word(t, "legend")),
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
      return h("li", { key: card.id }, button(t, `hand:${card.id}`, intent, attrs, face(t, card, moves)));
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
    const attrs = { class: "hl-scroll", role: "group", "aria-label": log.label, tabindex: plain && "0" };
    return [
      h("h4", { class: "hl-label" }, log.label),
      h("div", attrs, h("ol", { class: "hl-entries", role: "list" }, entries.map(entry))),
    ];
  },
};

// A whole number to be typed; the label is read with it.
function numberField(t, { do: intent, label, button: text }, name = "ask") {
  return h("div", { class: "hl-number" },
    h("label", {}, h("span", {}, label), " ",
      h("input", { type: "text", inputmode: "numeric", autocomplete: "off", "data-answer": intent,
        "data-key": `${name}:number`, maxlength: 16 })), " ",
    button(t, `${name}:send`, null, { class: "hl-choice" }, h("b", {}, text)));
}

function zone(t, view, name) {
  const label = name === "hand" ? own(view)?.hand?.label : view[name]?.label ?? word(t, name);
  const attrs = { class: `hl-zone hl-zone-${name}`, "data-zone": name, role: "group", "aria-label": label ?? "" };
  const drawn = h("div", { key: name, tabindex: "-1", ...attrs }, zones[name](t, view));
  drawn.attrs.hidden = drawn.kids.length === 0;
  return drawn;
}

// What was refused; a new answer is a new piece, so that the same refusal is told again.
function refusal({ refused, answered }) {
  const { text, rule } = refused ?? {};
  return h("div", { key: "refused", class: "hl-refused", role: "status" },
    text && h("p", { key: `text ${answered}` }, text),
    rule && h("p", { key: `rule ${answered}` }, rule.text, " ", tagChip(rule)));
}

function banner(t) {
  return h("div", { key: "banner", class: "hl-banner", role: "alert" },
    t.trouble && h("p", {}, word(t, t.trouble)),
    t.trouble === "gone" &&
      h("button", { type: "button", class: "hl-button", "data-key": "restart" }, word(t, "restart")));
}

function whole(t, view) {
  const blocks = Object.entries(t.layout).map(([block, names]) => h("div", { key: block, class: `hl-${block}` },
    names.includes("phase") && h("h3", { class: "hl-title" }, view.title),
    names.map((name) => zone(t, view, name)),
    block === "panel" && refusal(view)));
  const all = list(t.model.get("zones")).length === 0;
  const attrs = { class: `hl-root ${all ? "hl-whole" : ""}`, "aria-label": view.title ?? "", "data-seq": view.seq ?? 0 };
  return h("div", { role: "region", "data-lm-suppress-shortcuts": "true", ...attrs },
    banner(t),
    h("div", { class: "hl-grid" }, blocks, !t.layout.panel && refusal(view)),
    h("div", { key: "live", class: "hl-sr", "aria-live": "polite" }, t.said && h("p", { key: t.said }, t.said)));
}

// ---------------------------------------------------------------- drawing and focus

const part = (t, name) => t.root.querySelector(`[data-zone="${name}"]`);
const stops = (zone) => [...zone.querySelectorAll("button, summary, input")];
const idle = (node) => node.getAttribute("aria-disabled") === "true";

// Each zone is one tab stop: the element last used there, else the newest line of the log, the slider of a walk,
// the first element that does something.
function setStop(t, name) {
  const items = stops(part(t, name));
  const stop = items.find((item) => item.dataset.key === t.stop[name])
    ?? (name === "log" ? items.at(-1) : items.find((item) => item.type === "range"))
    ?? items.find((item) => !idle(item)) ?? items[0];
  for (const item of items) {
    const tab = item === stop ? "0" : "-1";
    if (item.getAttribute("tabindex") !== tab) item.setAttribute("tabindex", tab);
  }
}

function focusPlace(t) {
  const active = document.activeElement;
  if (!t.root.contains(active)) return null;
  const zone = active.closest("[data-zone]");
  return { active, key: active.dataset.key, zone: zone?.dataset.zone, at: zone ? stops(zone).indexOf(active) : -1 };
}

// Same element, else what can be done at its place in the zone, else the next thing to do at the table, else the
// zone. A rule is no thing to do: only from a rule that is gone the focus goes to another.
function putFocus(t, place) {
  if (!place || (document.activeElement === place.active && place.active.dataset.key === place.key)) return;
  const own = part(t, place.zone);
  const items = own ? stops(own) : [];
  const fit = (item) => !idle(item) && (place.active.matches("summary") || !item.matches("summary"));
  const node = items.find((item) => item.dataset.key === place.key)
    ?? items.slice(place.at).find(fit) ?? items.slice(0, place.at).findLast(fit)
    ?? t.root.querySelector(".hl-target, .hl-choice, .hl-own .hl-playable")
    ?? [own, part(t, "ask"), ...t.root.querySelectorAll("[data-zone]")].find((zone) => zone && !zone.hidden)
    ?? t.root;
  node.focus({ preventScroll: true });
}

// Which of its zones a view shows, by the part of the table that holds them.
function layout(t, view) {
  const wanted = list(t.model.get("zones"));
  const blocks = Object.entries(own(view) ? LAYOUT : OPEN_LAYOUT)
    .map(([block, names]) => [block, names.filter((name) => !wanted.length || wanted.includes(name))])
    .filter(([, names]) => names.length);
  t.layout = Object.fromEntries(blocks);
  t.names = blocks.flatMap(([, names]) => names);
}

function draw(t) {
  const view = t.model.get("view") ?? {};
  const place = focusPlace(t);
  if (t.selected && !(handCard(view, t.selected)?.moves?.length > 1)) t.selected = null;
  layout(t, view);
  hear(t, view);
  const before = t.drawn;
  t.drawn = whole(t, view);
  renew(before, t.drawn);
  for (const name of t.names) setStop(t, name);
  const slider = t.root.querySelector("input[type=range]");
  if (slider && view.walk) slider.value = view.walk.at;
  putFocus(t, place);
  followPanel(t, view);
  preview(t, document.activeElement);
}

// Who opens the rules reads them next; who closes them is back at the button.
function followPanel(t, view) {
  const opened = Boolean(view.panel);
  if (opened === t.panel) return;
  t.panel = opened;
  if (!t.root.contains(document.activeElement)) return;
  t.root.querySelector(opened ? '[data-key="panel:close"]' : '[data-key="do:rules"]')?.focus();
}

// Of several views on a page, the table speaks and whichever was used last.
function hear(t, view) {
  if (shows(t, "ask") || (t.sent > 0 && t.sent === view.answered)) t.said = view.live ?? "";
  if (!t.waiting || (view.answered ?? 0) < t.waiting) return;
  clearTimeout(t.timer);
  t.waiting = 0;
  t.trouble = null;
  t.root.setAttribute("aria-busy", "false");
  delete t.root.dataset.waits;
  // The page lays itself out once a frame; asking for a place before that would make it do so twice.
  requestAnimationFrame(() => t.root.querySelector(".hl-target")?.scrollIntoView({ block: "nearest" }));
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
  if (node.dataset.key === "restart") return void restart(t);
  if (node.matches(PLAYS) && event.detail > 1) return; // the second half of a double click would play once more
  if (node.dataset.key === "labels") label(!labelled);
  else if (node.dataset.key === "walk:play") play(t, !t.playing);
  else if (node.closest(".hl-walkbar")) step(t, node.dataset.do);
  else if (node.closest(".hl-number")) answerNumber(t, node);
  else if (node.dataset.do) send(t, node.dataset.do);
  else if (node.matches(".hl-card")) select(t, node.dataset.card, event.detail === 0);
  else select(t, t.selected); // the button that gives the selected card back
}

function onChange(t, event) {
  if (event.target.type === "range") step(t, `step ${event.target.value}`);
}

// A typed number; what it means is for the kernel to say.
function answerNumber(t, node) {
  const input = node.closest(".hl-number").querySelector("input");
  if (input?.value.trim()) send(t, input.dataset.answer + input.value.trim());
  else input?.focus();
}

// A step that the reader takes ends what plays by itself.
function step(t, intent) {
  play(t, false);
  send(t, intent);
}

// Step on by itself until the walk ends or asks something; whoever steps by hand takes over.
function play(t, on) {
  clearInterval(t.playing);
  t.playing = on ? setInterval(() => {
    const { walk, ask } = t.model.get("view") ?? {};
    if (!walk || ask || walk.at >= walk.reach || !t.root.isConnected) play(t, false);
    else if (!t.waiting) send(t, `step ${walk.at + 1}`);
  }, PACE) : 0;
  draw(t);
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
  const view = t.model.get("view") ?? {};
  const { panel } = view;
  if (event.key === "Escape" && panel && part?.dataset.zone === "panel") {
    send(t, panel.close.do);
    return true;
  }
  if (event.key.toLowerCase() === "r" && "panel" in view && !node.matches("input[type=text]")) {
    send(t, panel ? panel.close.do : "rules");
    return true;
  }
  if (event.key === "Escape" && t.selected) {
    select(t, t.selected);
    return true;
  }
  const clicker = event.key === "PageDown" || event.key === "PageUp"; // a presenter's, wherever the focus is
  const bar = clicker || part?.dataset.zone === "walk" ? t.root.querySelector(".hl-walkbar") : null;
  if (bar && Object.hasOwn(WALK_KEYS, event.key)) {
    const goal = bar.querySelector(`[data-key="walk:${WALK_KEYS[event.key]}"]`);
    if (!idle(goal)) step(t, goal.dataset.do);
    return true;
  }
  if (event.key === "Enter" && event.repeat && node.matches(PLAYS)) return true; // a held key plays once
  if (event.key === "Enter" && node.closest(".hl-number") && node.matches("input")) {
    answerNumber(t, node);
    return true;
  }
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
  t.timer = setTimeout(() => wait(t), SLOW);
  try {
    t.model.send({ n: t.waiting, seq: view.seq, do: intent });
  } catch {
    lost(t); // the connection is already known to be closed
  }
}

// Most answers come before anybody could see that one waits.
function wait(t) {
  t.root.dataset.waits = "";
  t.timer = setTimeout(() => lost(t), PATIENCE - SLOW);
}

function lost(t, trouble = "gone") {
  clearTimeout(t.timer);
  t.trouble = trouble;
  draw(t);
}

// Voilà starts a new kernel with the page; elsewhere the kernel restarts and the cells must run again.
async function restart(t) {
  if (document.body.hasAttribute("data-voila")) return location.reload();
  try {
    const kernel = t.model.widget_manager?.kernel;
    if (!kernel) throw new Error("no kernel in reach");
    await kernel.restart();
    lost(t, "restarted");
  } catch {
    lost(t, "unreachable");
  }
}

// ---------------------------------------------------------------- one view

export function render({ model, el }, page) {
  const t = {
    model,
    page,
    art: takeArt(page),
    selected: null, // the hand card that waits for its target
    sent: 0, // the number of the last intent of this view
    waiting: 0, // the number that has no answer yet
    timer: 0,
    panel: false, // whether the rules lay open when last drawn
    playing: 0, // the timer of a walk that plays by itself
    stop: {}, // zone -> key of its tab stop
    said: "", // what the live region says
    trouble: null, // what the banner says of the connection, as a key of the labels
    drawn: h("div"),
  };
  t.root = make(t.drawn);
  t.root.setAttribute("aria-busy", "false");
  const heard = {
    click: (event) => onClick(t, event), change: (event) => onChange(t, event), keydown: (event) => onKey(t, event),
    focusin: (event) => onFocus(t, event), pointerover: (event) => preview(t, event.target),
    pointerleave: () => preview(t, document.activeElement),
  };
  for (const [name, listener] of Object.entries(heard)) t.root.addEventListener(name, listener);
  const redraw = () => draw(t);
  model.on("change:view", redraw);
  model.on("change:zones", redraw);
  el.classList.add("hl-host");
  draw(t);
  el.append(t.root);
  tables.add(t);
  return () => {
    clearTimeout(t.timer);
    clearInterval(t.playing);
    model.off("change:view", redraw);
    model.off("change:zones", redraw);
    for (const [name, listener] of Object.entries(heard)) t.root.removeEventListener(name, listener);
    t.root.remove();
    tables.delete(t);
    giveArtBack(page);
  };
}
