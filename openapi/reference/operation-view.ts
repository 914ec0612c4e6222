// One operation of the reference page.
import type { Contract, Operation, Reply } from '../contract.ts'
import { bodyAt, operationAt, parametersOf, resolve } from '../elements.ts'
import type { OperationRow } from '../operation-row.ts'
import type { Requirement } from '../registers.ts'
import { type Html, html, inline, prose } from './html.ts'
import { deprecated, gapLinks, schemaView } from './schema-view.ts'
import { typeWords } from './type-words.ts'

/** Everything that the contract and the requirements say about an operation. */
export function operationView(document: Contract, row: OperationRow, stated: readonly Requirement[]): Html {
  const method = row.method.toLowerCase()
  const operation = operationAt(document, row) as Operation
  return html`<section class="operation" id="${row.id}" data-words="${`${row.id} ${row.method} ${row.path} ${row.summary}`.toLowerCase()}">
    <h3><a href="#${row.id}">${row.summary}</a> <code class="id">${row.id}</code></h3>
    <p class="address"><b class="${method}">${row.method}</b> <code>${row.path}</code> ${gapLinks(operation)}</p>
    ${deprecated(operation)} ${prose(operation.description)}
    ${needsKey(row) && html`<p class="access">${access(row)}</p>`}
    ${parameters(document, row)}
    ${body(document, row)}
    <h4>Replies</h4>
    ${row.statuses.map(status => reply(document, operation, status))}
    ${
      stated.length > 0 &&
      html`<details><summary>${stated.length} stated requirements</summary><ul>
        ${stated.map(({ id, statement }) => html`<li><b>${id}</b> ${inline(statement.trim())}</li>`)}
      </ul></details>`
    }
    <details><summary>curl</summary><pre>${curl(document, row)}</pre></details>
  </section>`
}

function needsKey(row: OperationRow): boolean {
  return row.scopes.flat().length > 0
}

function access(row: OperationRow): Html {
  const scopes = row.scopes.map(set => set.join(' and ')).join(' or ')
  const { rateLimit } = row
  return html`Scope <code>${scopes}</code>${row.roleRule && html`; workspace-wide: admins see all, managers their teams, members are refused`}${
    rateLimit && html`; at most ${rateLimit.requests} requests in ${rateLimit.windowSeconds} seconds`
  }`
}

function parameters(document: Contract, row: OperationRow): Html {
  const all = parametersOf(document, row)
  if (all.length === 0) return html``
  return html`<h4>Parameters</h4><table class="fields"><tbody>${all.map(
    parameter => html`<tr>
      <th scope="row"><code>${parameter.name}</code>${parameter.required && html`<span class="required">*</span>`}</th>
      <td><span class="type">${parameter.in}, ${typeWords(document, parameter.schema)}</span>
        ${deprecated(parameter)} ${gapLinks(parameter.schema)} ${gapLinks(parameter)}
        ${parameter.description && html`<div>${inline(parameter.description.trim())}</div>`}</td>
    </tr>`,
  )}</tbody></table>`
}

function body(document: Contract, row: OperationRow): Html {
  const element = bodyAt(document, row)?.element
  if (!element) return html``
  return html`<h4>Body${!element.required && ' (may be left out)'}</h4>
    ${Object.values(element.content).map(media => schemaView(document, media.schema))}`
}

function reply(document: Contract, operation: Operation, status: number): Html {
  const { element } = resolve<Reply>(document, operation.responses[status] ?? {})
  const title = html`<b>${status}</b> ${inline(element.description?.trim() ?? '')} ${gapLinks(element)}`
  // All refusals have the same body, which the page shows once.
  if (status >= 400) return html`<p class="reply">${title}</p>`
  return html`<details class="reply"><summary>${title}</summary>
    ${Object.keys(element.headers ?? {}).map(name => html`<p>Header <code>${name}</code></p>`)}
    ${Object.entries(element.content ?? {}).map(
      ([type, media]) =>
        html`<p><code>${type}</code></p>${schemaView(document, media['x-event-schema'] ?? media.schema)}`,
    )}
  </details>`
}

function curl(document: Contract, row: OperationRow): string {
  const base = document.servers?.[0]?.url ?? '$BASE_URL'
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const lines = [`curl ${row.streams ? '-N ' : ''}-X ${row.method} "${base}${path}"`]
  if (needsKey(row)) lines.push('-H "Authorization: Bearer $API_KEY"')
  if (row.requestBody) lines.push('-H "Content-Type: application/json"', "-d '{}'")
  return lines.join(' \\\n  ')
}
