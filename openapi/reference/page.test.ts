import { expect, test } from 'vitest'
import { document, gaps, operationIds, referencePage } from '../index.ts'
import { html, prose } from './html.ts'

const text = await referencePage()

test('shows every operation and every gap', () => {
  for (const id of operationIds) expect(text).toContain(`<section class="operation" id="${id}"`)
  for (const gap of gaps) expect(text).toContain(`id="gap-${gap.id}"`)
})

test('leads from every mark to a gap that is there', () => {
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(match => match[1])
  expect(targets.length).toBeGreaterThan(100)
  for (const target of new Set(targets)) expect(text).toContain(`id="${target}"`)
})

test('says of operations, parameters and members since when they are deprecated, and their end', async () => {
  const next = structuredClone(JSON.parse(JSON.stringify(document)))
  const dates = (since: string) => ({ deprecated: true, 'x-deprecation': { since, sunset: '2027-05-01' } })
  Object.assign(next.paths['/wallet'].get, dates('2026-11-01'))
  Object.assign(next.paths['/tasks'].get.parameters[0], dates('2026-11-02'))
  Object.assign(next.components.schemas.TaskCreate.properties.title, dates('2026-11-03'))
  const page = await referencePage(next)
  for (const since of ['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(page).toContain(`<b>deprecated since ${since}, sunset on 2027-05-01</b>`)
})

test('loads nothing from elsewhere', () => {
  expect(text).not.toMatch(/(src|href|action)="(https?:)?\/\//)
  expect(text).not.toMatch(/@import|url\(|fetch\(|<link rel="stylesheet|<script src/)
})

test('escapes what it shows, and writes code between backticks', () => {
  expect(html`<p title="${'"x"'}">${'<b>&'}</p>`.html).toBe('<p title="&quot;x&quot;">&lt;b&gt;&amp;</p>')
  expect(prose('One `a<b`.\n\nTwo.').html).toBe('<p>One <code>a&lt;b</code>.</p><p>Two.</p>')
})
