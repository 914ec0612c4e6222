// A script that a caller writes into a legal field: the text value `mock_script` of a run's `input`.
import type { AgentRow } from '../world/agents.ts'
import { Refusal } from '../world/refusal.ts'
import type { QuestionField, Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'

/** The name of the text value in `input` that brings a script. */
export const SCRIPT_INPUT = 'mock_script'

/**
 * The script of a run: the agent's own, or what `input.mock_script` says. That is the handle of a ready-made agent
 * (`agent-that-fails`), or steps separated by `;`:
 *
 *     work 5s; say Looking at the invoices.; ask Which price list?; work 2s; finish Used {{answer}}.
 *
 * The steps: `work <n>s`, `say <text>`, `tool <name> <n>s`, `ask <prompt>`, `ask-fields <prompt>: <name> <type>, …`,
 * `approval <title>`, `fail <message>`, `finish <summary>`.
 */
export function scriptFor(
  workspace: Workspace,
  agent: AgentRow,
  input: Readonly<Record<string, string>> | null,
) {
  const text = input?.[SCRIPT_INPUT]?.trim()
  if (text === undefined || text === '') return agent.script
  const [named] = workspace.tables.agents.range('byHandle', text, { limit: 1 })
  return named ? named.script : text.split(';').flatMap(line => stepOf(line.trim()))
}

function stepOf(line: string): Step[] {
  if (line === '') return []
  const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? []
  switch (word) {
    case 'work':
      return [{ do: 'work', seconds: secondsIn(rest, line) }]
    case 'say':
      return [{ do: 'say', text: rest }]
    case 'tool': {
      const [name = 'tool', time = '1s'] = rest.split(/\s+/)
      return [{ do: 'tool', name, arguments: {}, result: 'ok', seconds: secondsIn(time, line) }]
    }
    case 'ask':
      return [{ do: 'ask', prompt: rest }]
    case 'ask-fields': {
      const [prompt = '', list = ''] = rest.split(/:(.*)/s)
      return [
        {
          do: 'ask-fields',
          prompt: prompt.trim(),
          fields: list.split(',').map(item => fieldIn(item.trim(), line)),
        },
      ]
    }
    case 'approval':
      return [{ do: 'await-approval', title: rest, description: rest }]
    case 'fail':
      return [{ do: 'fail', code: 'scripted_failure', message: rest || 'The script failed.' }]
    case 'finish':
      return [{ do: 'finish', summary: rest || 'Done.' }]
    default:
      throw bad(
        line,
        'work, say, tool, ask, ask-fields, approval, fail, finish, or the handle of a ready-made agent',
      )
  }
}

function secondsIn(text: string, line: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? []
  if (number === undefined) throw bad(line, 'a time such as 5s, 200ms, 10m or 2h')
  const factor = { ms: 0.001, s: 1, m: 60, h: 3600 }[unit ?? 's'] ?? 1
  return Number(number) * factor
}

const FIELD_TYPES = ['text', 'number', 'boolean', 'date'] as const

function fieldIn(text: string, line: string): QuestionField {
  const [name, type = 'text'] = text.split(/\s+/)
  const known = FIELD_TYPES.find(known => known === type)
  if (!name || !known)
    throw bad(line, `fields such as "amount number, currency text", with ${FIELD_TYPES.join(', ')}`)
  return { name, label: name, type: known, required: true }
}

function bad(line: string, expected: string): Refusal {
  const message = `body.input.${SCRIPT_INPUT} has the step "${line}", which is none of the mock's: expected ${expected}.`
  const issue = { in: 'body' as const, field: `input.${SCRIPT_INPUT}`, message, expected, received: line }
  return new Refusal('script_invalid', message, { issues: [issue] })
}
