/** Names the templates that several operations show. */
import { isChoice, isSelection, type Template } from '#mock/dialect'
import type { OperationId } from '#openapi'
import type { PooledRecords } from './pooled-records.ts'

/** A template that several operations show is a record of its own. */
export function shareRecords<Refusal extends { body?: Template }>(
  replies: Partial<Record<OperationId, Template>>,
  refusals: Readonly<Record<string, Refusal>>,
  pooled: PooledRecords,
): {
  records: Record<string, Template>
  replies: Record<string, Template>
  refusals: Record<string, Refusal>
} {
  const counts = new Map<string, number>()
  const names = new Map<string, string>()
  const visit = (template: Template): void => {
    if (typeof template === 'string') return
    if (!isSelection(template) && !isChoice(template) && Object.keys(template).length > 2) {
      const text = JSON.stringify(template)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    for (const inner of Object.values(template))
      if (typeof inner === 'object' && inner !== null) visit(inner as Template)
  }
  for (const template of Object.values(replies)) visit(template)
  const bodies = new Set<string>()
  for (const { body } of Object.values(refusals)) {
    const text = JSON.stringify(body)
    if (typeof body === 'object' && !isSelection(body) && bodies.has(text)) counts.set(text, 2)
    bodies.add(text)
  }
  const records: Record<string, Template> = {}
  const replace = (template: Template, hint: string): Template => {
    if (typeof template === 'string') return template
    if (isSelection(template)) return { ...template, is: replace(template.is, hint) }
    if (isChoice(template)) {
      const are = Object.entries(template.are).map(([word, one]) => [word, replace(one, `${hint} ${word}`)])
      return { case: template.case, are: Object.fromEntries(are) as Record<string, Template> }
    }
    const text = JSON.stringify(template)
    const inner = () =>
      Object.fromEntries(
        Object.entries(template as Record<string, Template>).map(([name, one]) => [name, replace(one, name)]),
      )
    if ((counts.get(text) ?? 0) < 2) return inner()
    const known = names.get(text)
    if (known !== undefined) return known
    const name = freeName(pooled.nameOf(template) ?? hint, records)
    names.set(text, name)
    records[name] = '=null'
    records[name] = inner()
    return name
  }
  const shared = Object.fromEntries(
    Object.entries(replies).map(([id, template]) => [id, replace(template, nameOfOperation(id))]),
  )
  const refused = Object.entries(refusals).map(([key, refusal]): [string, Refusal] => {
    const { body } = refusal
    const hint = /^[*\d]/.test(key) ? `Refusal${key}` : `${key.split(' ').at(-1)} refusal`
    const isShared = typeof body === 'object' && (counts.get(JSON.stringify(body)) ?? 0) > 1
    return [key, isShared ? { ...refusal, body: replace(body, hint) } : refusal]
  })
  return { records, replies: shared, refusals: Object.fromEntries(refused) }
}

function nameOfOperation(id: string): string {
  return id
    .replace(/^(get|list|create|update|set|start|stop|pause|resume|cancel|respondTo|retry|search)/, '')
    .replace(/s$/, '')
}

function freeName(hint: string, taken: Readonly<Record<string, unknown>>): string {
  const word =
    hint

      .replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, first: string) => first.toUpperCase())
      .replaceAll(/[^A-Za-z0-9]/g, '') || 'Record'
  const base = word.charAt(0).toUpperCase() + word.slice(1)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}${number}`
    if (!(name in taken)) return name
  }
}
