import type { RunRow } from '../world/runs.ts'

/**
 * Fills the places of a script's text with what the run was told.
 *
 * @example fillIn('Used {{answer}} for {{input.task}}.', run)
 */
export function fillIn(text: string, run: Pick<RunRow, 'input' | 'progress'>): string {
  const answers = run.progress?.answers
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
    const [kind, key] = name.split('.', 2)
    if (kind === 'input') return run.input?.[key ?? 'task'] ?? 'the task'
    if (kind === 'answer') return answers?.answer ?? ''
    if (kind === 'values') return key === undefined ? show(answers?.values) : show(answers?.values[key])
    if (kind === 'decisions') return (answers?.decisions ?? []).map(show).join(', ')
    return ''
  })
}

function show(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
