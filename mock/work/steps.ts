// The kinds of script steps: syntax and effect. Runs and completions share this table, so an agent behaves
// the same in both.
import { millisecondsIn } from '../simulation/duration.ts'
import type { Question, RunStatus } from '../world/runs.ts'
import type { QuestionField, Step } from '../world/script.ts'

/** The effect of a step at its end. */
export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'says'; readonly text: string }
  | { readonly kind: 'returns'; readonly name: string; readonly result: unknown }
  | { readonly kind: 'asks'; readonly question: Pick<Question, 'kind' | 'prompt' | 'fields'> }
  | { readonly kind: 'needs-approval'; readonly title: string; readonly description: string }
  | { readonly kind: 'ends'; readonly outcome: Outcome }

/** How a script ends. */
export type Outcome =
  | { readonly status: RunStatus & 'completed'; readonly summary: string }
  | {
      readonly status: RunStatus & 'failed'
      readonly error: { readonly code: string; readonly message: string }
    }

/** Fills the placeholders of a text. */
export type Fill = (text: string) => string

interface StepKind<S extends Step> {
  /** The syntax of the step, for messages. */
  readonly usage: string
  /** Parses the text after the step's word; returns a text with what was expected instead if that fails. */
  readonly parse: (rest: string) => S | string
  readonly effect: (step: S, fill: Fill) => Effect
}

type StepOf<Kind extends Step['do']> = Extract<Step, { readonly do: Kind }>

const KINDS: { readonly [Kind in Step['do']]: StepKind<StepOf<Kind>> } = {
  work: {
    usage: 'work 5s',
    parse: rest => withSeconds(rest, seconds => ({ do: 'work', seconds })),
    effect: () => ({ kind: 'none' }),
  },
  say: {
    usage: 'say <text>',
    parse: text => ({ do: 'say', text }),
    effect: ({ text }, fill) => ({ kind: 'says', text: fill(text) }),
  },
  tool: {
    usage: 'tool <name> 2s',
    parse(rest) {
      const [name = 'tool', time = '1s'] = rest.split(/\s+/)
      return withSeconds(time, seconds => ({ do: 'tool', name, arguments: {}, result: 'ok', seconds }))
    },
    effect: ({ name, result }) => ({ kind: 'returns', name, result }),
  },
  ask: {
    usage: 'ask <question>',
    parse: prompt => ({ do: 'ask', prompt }),
    effect: ({ prompt }, fill) => asks('text', fill(prompt), []),
  },
  'ask-fields': {
    usage: 'ask-fields <question>: <name> <type>, …',
    parse: rest =>
      withFields(rest, fieldIn, 'fields such as "amount number, currency text"', (prompt, fields) => ({
        do: 'ask-fields',
        prompt,
        fields,
      })),
    effect: ({ prompt, fields }, fill) => asks('fields', fill(prompt), fields),
  },
  'ask-decisions': {
    usage: 'ask-decisions <question>: <name>, …',
    parse: rest =>
      withFields(rest, actionIn, 'names such as "archive_mail, forward_mail"', (prompt, actions) => ({
        do: 'ask-decisions',
        prompt,
        actions,
      })),
    effect: ({ prompt, actions }, fill) => asks('decisions', fill(prompt), actions),
  },
  'await-approval': {
    usage: 'approval <title>',
    parse: title => ({ do: 'await-approval', title, description: title }),
    effect: ({ title, description }, fill) => ({
      kind: 'needs-approval',
      title: fill(title),
      description: fill(description),
    }),
  },
  fail: {
    usage: 'fail <message>',
    parse: message => ({
      do: 'fail',
      code: 'scripted_failure',
      message: message || 'The script failed.',
    }),
    effect: ({ code, message }, fill) => ({
      kind: 'ends',
      outcome: { status: 'failed', error: { code, message: fill(message) } },
    }),
  },
  finish: {
    usage: 'finish <summary>',
    parse: summary => ({ do: 'finish', summary: summary || 'Done.' }),
    effect: ({ summary }, fill) => ({
      kind: 'ends',
      outcome: { status: 'completed', summary: fill(summary) },
    }),
  },
}

/** Used when a script has no step left. */
const END: StepOf<'finish'> = { do: 'finish', summary: 'Done.' }

/** The kinds of steps by their words. */
const WORDS = new Map(
  Object.entries(KINDS).map(([kind, { usage }]) => [usage.split(' ')[0], kind as Step['do']] as const),
)

/** Parses a line of a script's text, which may be empty; returns a text with what was expected instead if that fails. */
export function parseLine(line: string): Step[] | string {
  const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? []
  if (word === '') return []
  const kind = WORDS.get(word)
  const usages = Object.values(KINDS).map(({ usage }) => usage)
  if (!kind) return `${usages.join('; ')}; or the handle of a ready-made agent`
  const step = KINDS[kind].parse(rest)
  return typeof step === 'string' ? step : [step]
}

/** The duration of a step in milliseconds; 0 after the end of the script. */
export function lengthOf(step: Step | undefined): number {
  return step && 'seconds' in step ? Math.round(step.seconds * 1000) : 0
}

/** The effect of a step at its end; after the last step, the script is finished. */
export function effectOf(step: Step | undefined, fill: Fill): Effect {
  const done = step ?? END
  return (KINDS[done.do] as StepKind<Step>).effect(done, fill)
}

function asks(kind: Question['kind'], prompt: string, fields: readonly QuestionField[]): Effect {
  return { kind: 'asks', question: { kind, prompt, fields } }
}

function withSeconds<S>(text: string, make: (seconds: number) => S): S | string {
  const duration = text.trim()
  // A bare number is in seconds.
  const ms = millisecondsIn(/^[\d.]+$/.test(duration) ? `${duration}s` : duration)
  return Number.isNaN(ms) ? 'a time such as 5s, 200ms, 10m or 2h, at most a hundred years' : make(ms / 1000)
}

function withFields<S>(
  rest: string,
  fieldIn: (text: string) => QuestionField | undefined,
  expected: string,
  make: (prompt: string, fields: QuestionField[]) => S,
): S | string {
  const [prompt = '', list = ''] = rest.split(/:(.*)/s)
  const fields = list.split(',').map(item => fieldIn(item.trim()))
  const known = fields.filter(field => field !== undefined)
  return known.length === fields.length ? make(prompt.trim(), known) : expected
}

const FIELD_TYPES = ['text', 'number', 'boolean', 'date'] as const

function fieldIn(text: string): QuestionField | undefined {
  const [name, type = 'text'] = text.split(/\s+/)
  const known = FIELD_TYPES.find(known => known === type)
  return name && known ? { name, label: name, type: known, required: true } : undefined
}

function actionIn(name: string): QuestionField | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined
  return { name, label: name, type: 'choice', required: true, options: ['approve', 'reject'] }
}
