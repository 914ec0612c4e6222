/** The look of the HTML report: light and dark, wide and narrow. */
export const style = `
:root { color-scheme: light dark;
  --bg: light-dark(#fbfbfa, #16181b); --card: light-dark(#fff, #1e2125); --ink: light-dark(#1d2024, #e6e7e9);
  --soft: light-dark(#62676e, #9aa0a8); --line: light-dark(#e2e3e6, #33373d); --code: light-dark(#f3f4f6, #14161a);
  --met: light-dark(#2e7d4f, #4fae78); --violated: light-dark(#c62f3b, #f0626c); --open: light-dark(#c98a1b, #d9a441);
  --waived: light-dark(#6b62c4, #948ce6); --error: light-dark(#a03aa0, #d07bd0); }
* { box-sizing: border-box } body { margin: 0; background: var(--bg); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 28px 18px 80px }
h1 { font-size: 24px; margin: 0 0 2px; letter-spacing: -.01em } h2 { font-size: 17px; margin: 34px 0 10px }
.soft { color: var(--soft) } .outcome { font-weight: 600 }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(104px, 1fr)); gap: 10px; margin: 18px 0 6px }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 11px 14px }
.tile b { display: block; font-size: 22px; font-variant-numeric: tabular-nums; line-height: 1.2 }
.tile span { color: var(--soft); font-size: 13px }
.bar { display: flex; height: 8px; border-radius: 4px; overflow: hidden; margin: 12px 0; background: var(--line) }
.matrix { display: grid; gap: 9px } .row { display: grid; grid-template-columns: minmax(110px, 220px) 1fr; gap: 12px; align-items: start }
.row > span { font-size: 13.5px } .cells { display: flex; flex-wrap: wrap; gap: 3px }
.cell { width: 14px; height: 14px; border-radius: 3px; border: 0; padding: 0; cursor: pointer }
.cell:hover, .cell:focus-visible { outline: 2px solid var(--ink); outline-offset: 1px }
.met { background: var(--met) } .violated { background: var(--violated) } .not-exercised { background: var(--open); opacity: .55 }
.waived { background: var(--waived) } .harness-error { background: var(--error) }
.filters { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: 8px; padding: 10px 0; background: var(--bg) }
.filters button, .filters select, .filters input { font: inherit; font-size: 14px; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; padding: 6px 11px } .filters input { flex: 1 1 180px; min-width: 0 }
.filters button { cursor: pointer } .filters button[aria-pressed=true] { background: var(--ink); color: var(--bg); border-color: var(--ink) }
details { background: var(--card); border: 1px solid var(--line); border-radius: 9px; margin: 7px 0 }
summary { cursor: pointer; padding: 9px 13px; display: flex; gap: 10px; align-items: baseline; list-style: none }
summary::-webkit-details-marker { display: none } summary .id { font: 600 13px ui-monospace, Consolas, monospace; white-space: nowrap }
.dot { flex: none; width: 10px; height: 10px; border-radius: 50%; align-self: center } .inner { padding: 0 13px 12px; border-top: 1px solid var(--line) }
.finding { margin: 10px 0 } .finding p { margin: 0 0 4px } pre { margin: 4px 0 8px; padding: 9px 11px; background: var(--code);
  border-radius: 7px; overflow-x: auto; font: 12.5px/1.45 ui-monospace, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; font-size: 14px } th, td { overflow-wrap: anywhere; text-align: left; padding: 6px 10px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { color: var(--soft); font-weight: 500 } code { font: 13px ui-monospace, Consolas, monospace }
.problem { border-left: 4px solid var(--violated); background: var(--card); padding: 12px 16px; border-radius: 0 8px 8px 0; margin: 18px 0 }
.cards { display: grid; gap: 12px } .card { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--violated);
  border-radius: 9px; padding: 12px 16px } .card p { margin: 0 0 6px } .card-head { display: flex; flex-wrap: wrap; gap: 9px; align-items: center }
.statement { font-weight: 600 } .tag { font-size: 12px; padding: 1px 8px; border-radius: 99px; border: 1px solid currentColor }
.tag.security { color: var(--violated) } .tag.behaviour { color: var(--open) } .tag.figures { color: var(--waived) }
.line { display: grid; grid-template-columns: 52px minmax(0, 1fr); gap: 10px; padding: 3px 0; overflow-wrap: anywhere }
.copy { font: 12.5px/1.45 ui-monospace, Consolas, monospace; text-align: left; color: inherit; background: var(--code); border: 1px solid var(--line);
  border-radius: 6px; padding: 3px 8px; cursor: copy; overflow-wrap: anywhere; max-width: 100% } .copy.copied { border-color: var(--met) }
.more { font: inherit; font-size: 13.5px; color: var(--soft); background: none; border: 0; padding: 4px 0 0; cursor: pointer; text-decoration: underline }
.strict { border-left: 4px solid var(--violated) }
@media (max-width: 640px) { .row { grid-template-columns: 1fr; gap: 4px } .cell { width: 17px; height: 17px } summary { flex-wrap: wrap } }
@media print { .filters { display: none } }
`
