import type { Answers, RunRow } from '../world/runs.ts'

/** The placeholders, up to a full stop: `{{input.task}}`, `{{answer}}`, `{{values.name}}`, `{{decisions}}`. */
export const PLACEHOLDERS: readonly string[] = ['input', 'answer', 'values', 'decisions']

/** A placeholder with its name. */
export const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g

/**
 * Fills the placeholders of a script's text with the input and the answers of the run.
 *
 * @example fillIn('Used {{answer}} for {{input.task}}.', { input, answers })
 */
export function fillIn(
  text: string,
  { input, answers }: { readonly input: RunRow['input']; readonly answers: Answers | undefined },
): string {
  if (!text.includes('{{')) return text
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}(\.?)/g, (_, name: string, stop: string) => {
    const value = valueNamed(name)
    // The inserted text may already end in a full stop.
    return stop && /[.!?…]\s*$/.test(value) ? value.trimEnd() : value + stop
  })

  function valueNamed(name: string): string {
    const [kind, key] = name.split('.', 2)
    if (kind === 'input') return input?.[key ?? 'task'] ?? 'the task'
    if (kind === 'answer') return answers?.answer ?? ''
    if (kind === 'values') return key === undefined ? show(answers?.values) : show(answers?.values[key])
    if (kind === 'decisions') return (answers?.decisions ?? []).map(show).join(', ')
    return ''
  }
}

/** The text with a full stop, unless it already ends in punctuation. */
export function sentence(text: string): string {
  return /[.!?…:]\s*$/.test(text) ? text.trimEnd() : `${text.trimEnd()}.`
}

function show(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
