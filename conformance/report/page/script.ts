/** The behaviour of the HTML report, for browsers: builds the page from the report inside it, as text, never as markup. */
export const script = String.raw`
const report = JSON.parse(document.getElementById('report').textContent);
const el = (tag, props = {}, ...inner) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== 'list') node[name] = value; else node.setAttribute(name, value);
  }
  node.append(...inner.flat().filter(one => one !== null && one !== undefined && one !== ''));
  return node;
};
const css = verdict => verdict.replace(' ', '-');
const main = document.querySelector('main');
const words = ['violated', 'harness error', 'not exercised', 'waived', 'met'];
const counts = Object.fromEntries(words.map(word => [word, report.requirements.filter(row => row.verdict === word).length]));
const requests = Object.values(report.cost.requests).reduce((sum, count) => sum + count, 0);

main.append(
  el('h1', {}, 'Conformance of ' + report.target.name),
  el('p', { className: 'soft', style: 'margin:0' }, report.target.base_url + ' · ' + new Date(report.started_at).toLocaleString()),
  el('p', { className: 'outcome' }, report.outcome.charAt(0).toUpperCase() + report.outcome.slice(1) + ' (exit status ' + report.exit + ')'));
for (const problem of report.problems) main.append(el('p', { className: 'problem' }, problem));

const copyable = text => el('button', { type: 'button', className: 'copy', title: 'copy', onclick: event => { navigator.clipboard && navigator.clipboard.writeText(text); event.target.classList.add('copied'); } }, text);
const tile = (value, label) => el('div', { className: 'tile' }, el('b', {}, String(value)), el('span', {}, label));
if (report.requirements.length) {
  main.append(el('div', { className: 'tiles' },
    tile(counts.met, 'met'), tile(counts.violated, 'violated'), tile(counts['not exercised'], 'not exercised'), tile(counts.waived, 'waived'),
    tile(Math.round(100 * report.coverage.exercised / report.coverage.selected) + ' %', 'exercised of ' + report.coverage.selected),
    tile(requests, 'requests'), tile(report.cost.runs, 'paid runs'), tile(report.cost.euros + ' €', 'spent'), tile(report.seconds + ' s', 'taken')),
    el('div', { className: 'bar', role: 'img', 'aria-label': words.map(w => counts[w] + ' ' + w).join(', ') },
      ['met', 'waived', 'not exercised', 'harness error', 'violated'].map(word => el('i', { className: css(word), style: 'flex:' + counts[word] }))));
}

const order = ['security', 'behaviour', 'figures'];
const worst = report.requirements.filter(row => row.verdict === 'violated').sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)).slice(0, 3);
const line = (label, ...inner) => el('div', { className: 'line' }, el('span', { className: 'soft' }, label), el('span', {}, inner));
if (worst.length) main.append(el('h2', {}, counts.violated > worst.length ? 'The three most serious' : 'Violated'), el('div', { className: 'cards' }, worst.map(row => {
  const finding = row.findings.find(one => one.kind === 'violated');
  const x = finding && report.exchanges[finding.exchanges[finding.exchanges.length - 1]];
  return el('div', { className: 'card' },
    el('p', { className: 'card-head' }, el('span', { className: 'tag ' + row.severity }, row.severity), el('b', {}, row.id), el('span', { className: 'soft' }, 'section ' + row.section + ' · ' + (row.violation ? row.violation.sure : ''))),
    el('p', { className: 'statement' }, row.statement),
    finding ? line('seen', finding.sentence) : null,
    x ? line('sent', el('code', {}, x.request.method + ' ' + x.request.url + (x.request.body ? ' ' + x.request.body.slice(0, 160) : ''))) : null,
    x ? line('back', el('code', {}, x.response.status + ' ' + x.response.body.replace(/\s+/g, ' ').slice(0, 200))) : null,
    row.violation ? line('right', row.violation.right) : null,
    row.violation ? line('again', copyable(row.violation.repeat)) : null,
    el('button', { type: 'button', className: 'more', onclick: () => { state.verdict = ''; state.section = ''; state.text = row.id; draw(); document.getElementById('list').scrollIntoView(); } }, 'all evidence'));
})));
if (report.changes) {
  const parts = [['worse', report.changes.worse], ['better', report.changes.better], ['other', report.changes.other]].filter(part => part[1].length);
  main.append(el('h2', {}, 'Since ' + new Date(report.changes.since).toLocaleString()), parts.length ? el('div', {}, parts.map(part =>
    el('details', { open: part[0] === 'worse' && part[1].length < 12 }, el('summary', {}, el('b', {}, part[0] + ' ' + part[1].length)), el('div', { className: 'inner' }, part[1].map(text => el('p', {}, text)))))) : el('p', { className: 'soft' }, 'Nothing changed.'));
}

const sections = [...new Set(report.requirements.map(row => row.section))];
if (sections.length) main.append(el('h2', {}, 'By section'), el('div', { className: 'matrix' }, sections.map(section =>
  el('div', { className: 'row' },
    el('span', {}, el('b', {}, section), ' ', el('span', { className: 'soft' }, report.sections[section] || '')),
    el('div', { className: 'cells' }, report.requirements.filter(row => row.section === section).map(row =>
      el('button', { className: 'cell ' + css(row.verdict), title: row.id + ' ' + row.verdict + ': ' + row.statement, 'aria-label': row.id + ' ' + row.verdict,
        onclick: () => { state.verdict = ''; state.section = ''; state.text = row.id; draw(); document.getElementById('list').scrollIntoView(); } })))))));

const state = { verdict: counts.violated ? 'violated' : '', section: '', text: '' };
const list = el('div', { id: 'list' });
const buttons = [['', 'all'], ...words.filter(word => counts[word]).map(word => [word, word])].map(([value, label]) =>
  el('button', { type: 'button', 'data-value': value, onclick: () => { state.verdict = value; draw(); } }, label + (value ? ' ' + counts[value] : '')));
const search = el('input', { type: 'search', placeholder: 'id, words, operation', 'aria-label': 'search', oninput: event => { state.text = event.target.value; draw(); } });
const select = el('select', { 'aria-label': 'section', onchange: event => { state.section = event.target.value; draw(); } },
  el('option', { value: '' }, 'every section'), sections.map(section => el('option', { value: section }, section + ' ' + (report.sections[section] || ''))));
if (report.requirements.length) main.append(el('h2', {}, 'Requirements'), el('div', { className: 'filters' }, buttons, select, search), list);

function exchangeOf(id) {
  const x = report.exchanges[id];
  if (!x) return null;
  const head = Object.entries(x.response.headers).slice(0, 12).map(([name, value]) => name + ': ' + value).join('\n');
  return el('div', {}, el('p', { className: 'soft' }, x.request.method + ' ' + x.request.url + ' → ' + x.response.status + ' · key ' + x.key + ' · ' + x.milliseconds + ' ms'),
    el('pre', {}, x.curl), el('pre', {}, x.response.status + '\n' + head + '\n\n' + x.response.body + (x.response.cut ? '\n…' : '')));
}
function item(row) {
  const node = el('details', { id: row.id }, el('summary', {}, el('span', { className: 'dot ' + css(row.verdict), title: row.verdict }),
    el('span', { className: 'id' }, row.id), el('span', {}, row.statement)));
  node.addEventListener('toggle', () => {
    if (!node.open || node.children.length > 1) return;
    node.append(el('div', { className: 'inner' },
      el('p', { className: 'soft' }, row.verdict + ' · section ' + row.section + ' · ' + row.operations.join(', ')),
      row.violation ? el('div', {}, line('right', row.violation.right), line('sure', row.violation.sure), line('again', copyable(row.violation.repeat))) : null,
      row.add.map(text => line('add', copyable(text))),
      row.findings.length ? row.findings.map(finding => el('div', { className: 'finding' },
        el('p', {}, el('b', {}, finding.kind + ': '), finding.sentence, ' ', el('span', { className: 'soft' }, finding.scenario)),
        finding.exchanges.map(exchangeOf))) : el('p', {}, 'No check for it ran.')));
  });
  return node;
}
function draw() {
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.value === state.verdict));
  select.value = state.section; if (search.value !== state.text) search.value = state.text;
  const text = state.text.toLowerCase();
  const rows = report.requirements.filter(row => (!state.verdict || row.verdict === state.verdict) && (!state.section || row.section === state.section) &&
    (!text || (row.id + ' ' + row.statement + ' ' + row.operations.join(' ') + ' ' + row.findings.map(f => f.sentence).join(' ')).toLowerCase().includes(text)));
  rows.sort((a, b) => words.indexOf(a.verdict) - words.indexOf(b.verdict));
  list.replaceChildren(...rows.map(item), ...(rows.length ? [] : [el('p', { className: 'soft' }, 'Nothing fits.')]));
  if (rows.length === 1) list.firstChild.open = true;
}
draw();

const table = (title, heads, rows) => rows.length && main.append(el('h2', {}, title), el('table', {},
  el('thead', {}, el('tr', {}, heads.map(head => el('th', {}, head)))), el('tbody', {}, rows.map(row => el('tr', {}, row.map(cell => el('td', {}, cell)))))));
if (report.advice.length) main.append(el('h2', {}, 'Implied, not stated'), el('p', { className: 'soft' }, report.strict ? 'The run was strict: these count as violations.' : 'No verdicts: a lawful service may do so.'),
  ...report.advice.map(one => el('details', { className: report.strict ? 'strict' : '' }, el('summary', {}, el('span', { className: 'id' }, one.id), el('span', {}, one.seen)), el('div', { className: 'inner' }, el('p', {}, one.reading), one.exchanges.map(exchangeOf)))));
const wanted = new Map();
for (const row of report.requirements) for (const text of row.add.slice(0, 1)) wanted.set(text, [...(wanted.get(text) || []), row.id]);
table('To exercise more, add to the target', ['line', 'requirements'], [...wanted].sort((a, b) => b[1].length - a[1].length).map(([text, ids]) => [copyable(text), String(ids.length) + ': ' + ids.slice(0, 12).join(', ') + (ids.length > 12 ? ' …' : '')]));
table('Answers where the specification is silent', ['gap', 'seen'], report.observations.map(one => [el('code', {}, one.gap), one.answers.map(answer => answer.answer + ' (' + answer.times + ')').join(', ')]));
table('Waivers', ['requirement', 'state', 'until', 'owner', 'reason'], report.waivers.map(one => [one.requirement, one.state, one.until, one.owner, one.reason]));
table('Left behind', ['what', 'id', 'why'], report.leftovers.map(one => [one.kind, one.id, one.why]));
table('Notes', ['note'], report.notes.map(note => [note]));
table('Cut by the budget', ['what'], report.cost.cuts.map(cut => [cut]));
table('Slowest scenarios', ['scenario', 'seconds'], [...report.scenarios].sort((a, b) => b.seconds - a.seconds).slice(0, 12).map(one => [el('code', {}, one.id), String(one.seconds)]));
if (report.excluded.length) main.append(el('h2', {}, 'Stated, but not observable with keys'), ...report.excluded.map(one =>
  el('details', {}, el('summary', {}, el('span', { className: 'id' }, one.id), el('span', {}, one.statement)), el('div', { className: 'inner' }, el('p', {}, one.reason)))));
`
