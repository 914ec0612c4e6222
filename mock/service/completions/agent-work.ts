// Executes an agent's script for a completion at once, up to its answer or its question.

import { fillIn, sentence } from '../../work/fill-in.ts'
import { effectOf } from '../../work/steps.ts'
import type { Asking } from '../../world/completions.ts'
import { type Answers, NO_ANSWERS } from '../../world/runs.ts'
import type { QuestionField, Step } from '../../world/script.ts'
import { questionInWords, readAnswer } from './answer-in-words.ts'

/** Where an agent starts: at the beginning of a script, or after a question. */
export interface Assignment {
  readonly script: readonly Step[]
  readonly at: number
  readonly task: string
  readonly answers: Answers
  /** The maximum number of model calls; each tool adds one. */
  readonly maxSteps: number
}

/** The result of the work. */
export interface Outcome {
  /** The final message. */
  readonly text: string
  readonly end: 'stop' | 'length' | 'error'
  readonly steps: number
  /** The steps of the script that were taken. */
  readonly taken: readonly Step[]
  /** The results of tools, which the model reads. */
  readonly results: readonly string[]
  /** The messages before the final one. */
  readonly said: readonly string[]
  /** The agent's question, if its final message is one. */
  readonly asking: Asking | null
  /** Whether a person has to decide before it can continue. */
  readonly waits: boolean
}

export function newAssignment(script: readonly Step[], task: string, maxSteps: number): Assignment {
  return { script, at: 0, task, answers: NO_ANSWERS, maxSteps }
}

/** Continues after a question with the next message as the answer; asks again for what it leaves open. */
export function answerAsking(asking: Asking, message: string, maxSteps: number): Outcome {
  const { answers, open } = readAnswer(asking, message)
  if (open.length > 0) return question({ ...asking, answers }, open, nothingYet())
  return perform({ ...asking, at: asking.at + 1, answers, maxSteps })
}

/** Executes the steps of the script in order. */
export function perform(assignment: Assignment): Outcome {
  const { script, task, answers, maxSteps } = assignment
  const fill = (text: string) => fillIn(text, { input: task === '' ? null : { task }, answers })
  const soFar = nothingYet()
  for (let at = assignment.at; ; at++) {
    const step = script[at]
    const isCall = step?.do === 'tool'
    if (isCall && soFar.steps >= maxSteps) return outOfSteps(soFar, step.name)
    if (isCall) soFar.steps += 1
    if (step) soFar.taken.push(step)
    const effect = effectOf(step, fill)
    switch (effect.kind) {
      case 'none':
        break
      case 'says':
        soFar.said.push(effect.text)
        break
      case 'returns':
        soFar.results.push(JSON.stringify(effect.result))
        break
      case 'asks':
        return question(
          { script, at, task, answers, question: effect.question },
          effect.question.fields,
          soFar,
        )
      case 'needs-approval': {
        const what = `${sentence(effect.title)} ${sentence(effect.description)}`
        const text = `Before I go on, a person has to approve this: ${what}`
        return { ...soFar, text, waits: true }
      }
      case 'ends': {
        const { outcome } = effect
        return outcome.status === 'completed'
          ? { ...soFar, text: outcome.summary }
          : { ...soFar, text: outcome.error.message, end: 'error' }
      }
    }
  }
}

/** The outcome of an agent that stops before its first step, but for its message. */
export function nothingYet() {
  const taken: Step[] = []
  const said: string[] = []
  const results: string[] = []
  return { end: 'stop' as const, steps: 1, taken, results, said, asking: null, waits: false }
}

type SoFar = ReturnType<typeof nothingYet>

function question(asking: Asking, open: readonly QuestionField[], soFar: SoFar): Outcome {
  return { ...soFar, text: questionInWords(asking.question, open), asking }
}

function outOfSteps(soFar: SoFar, tool: string): Outcome {
  const steps = soFar.steps === 1 ? 'one step' : `${soFar.steps} steps`
  const text = soFar.said.at(-1) ?? `I stopped after ${steps}, before I had used ${tool}.`
  return { ...soFar, text, end: 'length' }
}
