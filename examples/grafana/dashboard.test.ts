// The dashboard asks for metrics and labels that the mock has.
// @ts-expect-error the parser has no types
import parsePrometheus from 'parse-prometheus-text-format'
import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { sendAs } from '../../mock/testing/send-as.ts'
import dashboard from './agent-work-mock.json' with { type: 'json' }

interface Family {
  readonly name: string
  readonly metrics: readonly { readonly labels?: Readonly<Record<string, string>> }[]
}

test('shows the metrics of the mock by their names and labels', async () => {
  await using mock = await startMock()
  await sendAs(mock.demo.keys.member, `${mock.url}/runs`)
  await fetch(`${mock.url}/runs`)
  const text = await (await fetch(`${mock.url}/_mock/metrics`)).text()
  const names = new Map(
    (parsePrometheus(text) as Family[]).map(({ name, metrics }) => [
      name,
      new Set(metrics.flatMap(sample => Object.keys(sample.labels ?? {}))),
    ]),
  )
  for (const { title, targets } of dashboard.panels)
    for (const { expr, legendFormat } of targets) {
      const used = [...expr.matchAll(/\b(agent_work_mock|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      )
      expect(used.length, title).toBeGreaterThan(0)
      for (const name of used) expect([...names.keys()], title).toContain(name)
      const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g), ...expr.matchAll(/(\w+)=~?"/g)]
        .map(([, label]) => label!)
        // Prometheus adds it when it asks.
        .filter(label => label !== 'instance')
      const known = new Set(used.flatMap(name => [...(names.get(name) ?? [])]))
      for (const label of labels) expect([...known], `${title}: ${expr}`).toContain(label)
    }
})

test('has panels that fit the grid', () => {
  for (const { title, gridPos } of dashboard.panels)
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
})
