import { expect, test } from 'vitest'
import { gaps, operationIds, referencePage } from '../index.ts'
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

test('loads nothing from elsewhere', () => {
  expect(text).not.toMatch(/(src|href|action)="(https?:)?\/\//)
  expect(text).not.toMatch(/@import|url\(|fetch\(|<link rel="stylesheet|<script src/)
})

test('escapes what it shows, and writes code between backticks', () => {
  expect(html`<p title="${'"x"'}">${'<b>&'}</p>`.html).toBe('<p title="&quot;x&quot;">&lt;b&gt;&amp;</p>')
  expect(prose('One `a<b`.\n\nTwo.').html).toBe('<p>One <code>a&lt;b</code>.</p><p>Two.</p>')
})
