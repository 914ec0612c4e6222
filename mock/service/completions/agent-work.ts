// What an agent does for a completion: the whole of its script at once, up to its answer or its question.
import { fillIn } from '../../work/texts.ts'
import type { Asking } from '../../world/completions.ts'
import type { Answers } from '../../world/runs.ts'
import type { QuestionField, Step } from '../../world/script.ts'
import { hear, spoken } from './spoken-answer.ts'

/** Where an agent begins: at the start of a script, or behind a question. */
export interface Assignment {
  readonly script: readonly Step[]
  readonly at: number
  readonly task: string
  readonly answers: Answers
  /** The model may be called that often; each tool takes one call more. */
  readonly maxSteps: number
}

/** What came of it. */
export interface Outcome {
  /** The final message. */
  readonly text: string
  readonly end: 'stop' | 'length' | 'error'
  readonly steps: number
  /** What tools returned, which the model read. */
  readonly results: readonly string[]
  /** What the agent said before its final message. */
  readonly said: readonly string[]
  /** What it asks, when its final message is a question. */
  readonly asking: Asking | null
  /** Whether it cannot go on before a person has decided. */
  readonly waits: boolean
}

const NO_ANSWERS: Answers = { answer: null, values: {}, decisions: [] }

export function newAssignment(script: readonly Step[], task: string, maxSteps: number): Assignment {
  return { script, at: 0, task, answers: NO_ANSWERS, maxSteps }
}

/** Goes on behind a question with what the next message says; asks again when that leaves something open. */
export function answerAsking(asking: Asking, message: string, maxSteps: number): Outcome {
  const { answers, open } = hear(asking, message)
  if (open.length > 0) return question({ ...asking, answers }, open, nothingYet())
  return perform({ ...asking, at: asking.at + 1, answers, maxSteps })
}

/** Does the steps of the script one after the other. */
export function perform(assignment: Assignment): Outcome {
  const { script, task, answers, maxSteps } = assignment
  const fill = (text: string) => fillIn(text, { input: task === '' ? null : { task }, answers })
  const asking = (at: number, kind: Kind, prompt: string, fields: readonly QuestionField[]): Asking => {
    return { script, at, task, answers, question: { kind, prompt: fill(prompt), fields } }
  }
  const soFar = nothingYet()
  for (let at = assignment.at; ; at++) {
    const step = script[at]
    switch (step?.do) {
      case 'work':
        break
      case 'say':
        soFar.said.push(fill(step.text))
        break
      case 'tool':
        if (soFar.steps >= maxSteps) return outOfSteps(soFar, step.name)
        soFar.steps += 1
        soFar.results.push(JSON.stringify(step.result))
        break
      case 'ask':
        return question(asking(at, 'text', step.prompt, []), [], soFar)
      case 'ask-fields':
        return question(asking(at, 'fields', step.prompt, step.fields), step.fields, soFar)
      case 'ask-decisions':
        return question(asking(at, 'decisions', step.prompt, step.actions), step.actions, soFar)
      case 'await-approval': {
        const text = `Before I go on, a person has to approve this: ${fill(step.title)}. ${fill(step.description)}`
        return { ...soFar, text: `${text} A run of me asks for it.`, end: 'stop', asking: null, waits: true }
      }
      case 'fail':
        return { ...soFar, text: fill(step.message), end: 'error', asking: null, waits: false }
      case 'finish':
      case undefined:
        return {
          ...soFar,
          text: fill(step?.summary ?? 'Done: {{input.task}}'),
          end: 'stop',
          asking: null,
          waits: false,
        }
    }
  }
}

type Kind = Asking['question']['kind']

interface SoFar {
  steps: number
  readonly said: string[]
  readonly results: string[]
}

function nothingYet(): SoFar {
  return { steps: 1, said: [], results: [] }
}

function question(asking: Asking, open: readonly QuestionField[], soFar: SoFar): Outcome {
  return { ...soFar, text: spoken(asking.question, open), end: 'stop', asking, waits: false }
}

function outOfSteps(soFar: SoFar, tool: string): Outcome {
  const steps = soFar.steps === 1 ? 'one step' : `${soFar.steps} steps`
  const text = soFar.said.at(-1) ?? `I stopped after ${steps}, before I had used ${tool}.`
  return { ...soFar, text, end: 'length', asking: null, waits: false }
}
