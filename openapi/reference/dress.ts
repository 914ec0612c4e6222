// The style of the reference page, and the script of its search.

export const style = `
:root { --ink: #1c2024; --paper: #fff; --soft: #60646c; --line: #e0e1e6; --wash: #f6f7f9; --accent: #0b68cb; --mark: #a35200 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #edeef0; --paper: #111316; --soft: #a9adb6; --line: #2e3238; --wash: #1a1d21; --accent: #70b8ff; --mark: #ffb86b }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; display: grid; grid-template-columns: 18rem minmax(0, 1fr); color: var(--ink); background: var(--paper);
  font: 15px/1.55 system-ui, sans-serif }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); background: var(--wash) }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.2rem 0 .3rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: flex; gap: .5rem; padding: .15rem 0; color: inherit; text-decoration: none; font-size: .88rem }
nav li a:hover { color: var(--accent) }
nav .method { flex: none; width: 3rem; font: 600 .68rem/2.1 ui-monospace, SFMono-Regular, Menlo, monospace }
input[type=search] { width: 100%; padding: .45rem .6rem; border: 1px solid var(--line); border-radius: .4rem; font: inherit;
  color: inherit; background: var(--paper) }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem); max-width: 62rem }
h1 { font-size: 1.8rem; margin: 0 0 .5rem }
main h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line); text-transform: capitalize }
.operation, .gap-entry { border-bottom: 1px solid var(--line); padding: .6rem 0 1.2rem }
h3 { margin: 1rem 0 .2rem; font-size: 1.12rem }
h3 a { color: inherit; text-decoration: none }
h4 { margin: 1.1rem 0 .3rem; font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; color: var(--soft) }
p { margin: .4rem 0 }
a { color: var(--accent) }
code, pre { font: .86em ui-monospace, SFMono-Regular, Menlo, monospace }
main code { overflow-wrap: anywhere }
pre { background: var(--wash); padding: .8rem; border-radius: .4rem; overflow: auto }
.id { color: var(--soft); font-weight: 400; margin-left: .5rem }
.address b { display: inline-block; min-width: 3.6rem; font: 700 .8rem ui-monospace, monospace }
.get { color: #0b7a45 } .post { color: #0b68cb } .patch { color: #a35200 } .put { color: #a35200 } .delete { color: #c62a2f }
@media (prefers-color-scheme: dark) { .get { color: #3dd68c } .post { color: #70b8ff } .patch, .put { color: #ffb86b } .delete { color: #ff9592 } }
.access { color: var(--soft); font-size: .9rem }
table.fields { border-collapse: collapse; width: 100% }
.fields th { width: 11rem; text-align: left; vertical-align: top; font-weight: 500; padding: .35rem .8rem .35rem 0; white-space: nowrap }
.fields td { padding: .35rem 0; vertical-align: top; overflow-wrap: anywhere }
.fields tr + tr > * { border-top: 1px solid var(--line) }
.type { color: var(--soft); font-size: .88rem }
.required { color: #c62a2f; margin-left: .15rem }
.gap { font-size: .72rem; color: var(--mark); border: 1px dashed currentcolor; border-radius: .3rem; padding: 0 .3rem;
  text-decoration: none; white-space: nowrap }
details { margin: .3rem 0 }
details > table.fields, details > details { margin-left: 1rem; width: calc(100% - 1rem) }
summary { cursor: pointer }
.reply { margin: .3rem 0 } p.reply { padding-left: 1rem }
.reply b { display: inline-block; min-width: 2.6rem }
:target { box-shadow: -.8rem 0 var(--paper), -1rem 0 var(--accent) }
[hidden] { display: none !important }
@media (max-width: 50rem) {
  body { display: block }
  html { scroll-padding-top: 5rem }
  nav { z-index: 1; height: auto; max-height: 4.4rem; overflow: hidden; border-right: 0; border-bottom: 1px solid var(--line) }
  nav:focus-within { max-height: 75vh; overflow: auto }
  .fields th { width: 38%; white-space: normal; overflow-wrap: anywhere }
  details > table.fields, details > details { margin-left: .4rem; width: calc(100% - .4rem) }
}
`

export const script = `
const search = document.querySelector('input[type=search]')
const sections = [...document.querySelectorAll('.operation')]
const entries = [...document.querySelectorAll('nav li[data-for]')]
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const section of sections) section.hidden = !words.every(word => section.dataset.words.includes(word))
  for (const entry of entries) entry.hidden = document.getElementById(entry.dataset.for).hidden
  for (const list of document.querySelectorAll('nav ul')) {
    list.hidden = [...list.children].every(entry => entry.hidden)
    list.previousElementSibling.hidden = list.hidden
  }
  for (const group of document.querySelectorAll('main > .group'))
    group.hidden = [...group.querySelectorAll('.operation')].every(section => section.hidden)
})
// On a phone the list is open while it is used.
addEventListener('hashchange', () => document.activeElement?.blur())
`
