import type { Answers, RunRow } from '../world/runs.ts'

/**
 * Fills the places of a script's text with what the run was told.
 *
 * @example fillIn('Used {{answer}} for {{input.task}}.', { input, answers })
 */
export function fillIn(
  text: string,
  { input, answers }: { readonly input: RunRow['input']; readonly answers: Answers | undefined },
): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}(\.?)/g, (_, name: string, stop: string) => {
    const value = valueNamed(name)
    // What was told may be a whole sentence already.
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

/** The text as a sentence: with a full stop, unless it has an end of its own. */
export function sentence(text: string): string {
  return /[.!?…:]\s*$/.test(text) ? text.trimEnd() : `${text.trimEnd()}.`
}

function show(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
