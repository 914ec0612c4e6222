// What each kind of script step is: how it is written, how long it takes, and what comes of it. Runs and completions
// both go by this table, so that an agent does the same in either.
import { millisecondsIn } from '../simulation/duration.ts'
import type { Question, RunStatus } from '../world/runs.ts'
import type { QuestionField, Step } from '../world/script.ts'

/** What a step comes to when its time is over. */
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

/** Fills the places of a text with what the run knows. */
export type Fill = (text: string) => string

interface StepKind<S extends Step> {
  /** How the step is written in a script's text, for messages. */
  readonly usage: string
  /** The step from what stands behind its word; a text says what was expected instead. */
  readonly parse: (rest: string) => S | string
  /** How long it takes; steps without it take no time and cost nothing. */
  readonly seconds?: (step: S) => number
  /** The tool that it calls when it begins. */
  readonly call?: (step: S) => {
    readonly name: string
    readonly arguments: Readonly<Record<string, unknown>>
  }
  readonly effect: (step: S, fill: Fill) => Effect
}

type StepOf<Kind extends Step['do']> = Extract<Step, { readonly do: Kind }>

const KINDS: { readonly [Kind in Step['do']]: StepKind<StepOf<Kind>> } = {
  work: {
    usage: 'work 5s',
    parse: rest => withSeconds(rest, seconds => ({ do: 'work', seconds })),
    seconds: step => step.seconds,
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
    seconds: step => step.seconds,
    call: step => ({ name: step.name, arguments: step.arguments }),
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

/** What an agent does whose script has no step left. */
const END: StepOf<'finish'> = { do: 'finish', summary: 'Done: {{input.task}}' }

/** The kinds by the words that they are written with. */
const WORDS = new Map(
  Object.entries(KINDS).map(([kind, { usage }]) => [usage.split(' ')[0], kind as Step['do']] as const),
)

/** How all steps are written. */
const STEP_USAGES = Object.values(KINDS).map(kind => kind.usage)

/** The step that a line of a script's text is, or what was expected instead. */
export function parseStep(word: string, rest: string): Step | string {
  const kind = WORDS.get(word)
  return kind ? KINDS[kind].parse(rest) : `${STEP_USAGES.join('; ')}; or the handle of a ready-made agent`
}

/** How long a step takes, in milliseconds; none behind the end of the script. */
export function lengthOf(step: Step | undefined): number {
  return step ? Math.round((kindOf(step).seconds?.(step) ?? 0) * 1000) : 0
}

/** The tool that a step calls when it begins. */
export function callOf(step: Step) {
  return kindOf(step).call?.(step)
}

/** What a step comes to when its time is over; a script without a further step is finished. */
export function effectOf(step: Step | undefined, fill: Fill): Effect {
  const done = step ?? END
  return kindOf(done).effect(done, fill)
}

function kindOf(step: Step): StepKind<Step> {
  return KINDS[step.do] as StepKind<Step>
}

function asks(kind: Question['kind'], prompt: string, fields: readonly QuestionField[]): Effect {
  return { kind: 'asks', question: { kind, prompt, fields } }
}

function withSeconds<S>(text: string, make: (seconds: number) => S): S | string {
  const duration = text.trim()
  // A number alone means seconds.
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
