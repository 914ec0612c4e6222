// The reference of the whole service as one self-contained page: what is stated, what is assumed, and what else a
// deployment may answer.
import type { Contract } from '../contract.ts'
import type { OperationRow } from '../operation-row.ts'
import type { Gap, RequirementRegister } from '../registers.ts'
import { script, style } from './dress.ts'
import { type Html, html, inline, prose } from './html.ts'
import { operationView } from './operation-view.ts'
import { schemaView } from './schema-view.ts'

/** The page, complete with its style and script. A document without registers states everything that it says. */
export function page(
  document: Contract,
  rows: readonly OperationRow[],
  registers?: { readonly gaps: readonly Gap[]; readonly requirements: RequirementRegister },
): string {
  const tags = document.tags ?? []
  const gaps = registers?.gaps ?? []
  const { html: text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${document.info.title}: reference</title>
<style>${{ html: style }}</style>
</head>
<body>
<nav aria-label="Operations">
  <input type="search" placeholder="Find an operation" aria-label="Find an operation">
  ${tags.map(
    ({ name }) =>
      html`<h2>${name}</h2><ul>${ofTag(rows, name).map(
        row =>
          html`<li data-for="${row.id}"><a href="#${row.id}"><span class="method ${row.method.toLowerCase()}">${row.method}</span><span>${row.summary}</span></a></li>`,
      )}</ul>`,
  )}
  <h2>registers</h2><ul><li><a href="#refusals">Refusals</a></li>${
    registers
      ? html`<li><a href="#gaps">Gaps (${gaps.length})</a></li><li><a href="/_mock/openapi.json">openapi.json</a></li><li><a href="/_mock/reference/control">The mock's control API</a></li>`
      : html`<li><a href="/_mock/control.json">control.json</a></li><li><a href="/_mock/reference">The service</a></li>`
  }</ul>
</nav>
<main>
  <h1>${document.info.title}</h1>
  ${prose(document.info.description)}
  ${registers && html`<p>A <a class="gap" href="#gaps">dashed mark</a> stands on everything that the specification does not state; it leads to the other answers that a deployment may give.</p>`}
  ${tags.map(
    ({ name, description }) => html`<div class="group"><h2 id="tag-${name}">${name}</h2>${prose(description)}
    ${ofTag(rows, name).map(row => operationView(document, row, registers ? statedOf(registers.requirements, row) : []))}</div>`,
  )}
  <h2 id="refusals">Refusals</h2>
  <p>Every refusal has this body.</p>
  ${schemaView(document, document.components.schemas.Error)}
  ${registers && html`<h2 id="gaps">Gaps</h2>${gaps.map(gapView)}`}
</main>
<script>${{ html: script }}</script>
</body>
</html>
`
  return text
}

function ofTag(rows: readonly OperationRow[], tag: string): OperationRow[] {
  return rows.filter(row => row.tag === tag)
}

function statedOf(register: RequirementRegister, row: OperationRow) {
  // Requirements of every operation would hide those of this one.
  return register.requirements.filter(
    ({ operations }) => operations.length < 10 && operations.includes(row.id),
  )
}

function gapView(gap: Gap): Html {
  return html`<section class="gap-entry" id="gap-${gap.id}">
    <h3>${gap.title} <code class="id">${gap.id}</code></h3>
    <p>Section ${gap.section}. ${inline(gap.silence.trim())}</p>
    <ul>${gap.answers.map(
      answer =>
        html`<li><code>${answer.id}</code>${answer.id === gap.default && ' (the mock)'}: ${inline(answer.means.trim())}</li>`,
    )}</ul>
    <p>${inline(gap.why.trim())}</p>
  </section>`
}
