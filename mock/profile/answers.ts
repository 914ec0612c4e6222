// Reads answers to gaps, and checks them against the register.
import { type Gap, type GapId, gaps } from '#openapi'
import { meant } from '../../flags/did-you-mean.ts'
import type { Answers, Profile } from './profile.ts'

/** An unknown gap or answer; the message says what was probably meant. */
export class AnswerError extends Error {}

/**
 * Reads the answer to a gap. Numbers, and the null that YAML makes of the word, stand for their text.
 *
 * @example answerTo('error-body', 'problem') // ['error-body', 'problem']
 */
export function answerTo(id: string, given: unknown): [gap: GapId, answer: string] {
  const gap = gaps.find(gap => gap.id === id)
  if (!gap) {
    const ids = gaps.map(gap => gap.id)
    throw new AnswerError(`there is no gap '${id.slice(0, 100)}'${meant(id, ids)}; --gaps lists them`)
  }
  const known: string[] = gap.answers.map(answer => answer.id)
  const answer = typeof given === 'object' ? JSON.stringify(given) : String(given)
  if (known.includes(answer)) return [gap.id, answer]
  throw new AnswerError(
    `${id} cannot be answered with '${answer.slice(0, 100)}'${meant(answer, known)}; its answers are ${known.join(', ')}`,
  )
}

/** The maximum number of mistakes that are looked for. */
const MAX_PROBLEMS = 50

/** Reads answers by gap. Throws an `AnswerError` with the mistakes. */
export function answersIn(given: Readonly<Record<string, unknown>>): Answers {
  const problems: string[] = []
  const answers = Object.entries(given).flatMap(([id, answer]) => {
    if (problems.length === MAX_PROBLEMS) return []
    try {
      return [answerTo(id, answer)]
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error
      problems.push(error.message)
      return []
    }
  })
  if (problems.length > 0) throw new AnswerError(problems.join('\n'))
  return Object.fromEntries(answers)
}

/** The answers to a gap, the default first. */
export function answersOf({ answers, default: usual }: Gap): Gap['answers'] {
  return answers.toSorted((a, b) => Number(b.id === usual) - Number(a.id === usual))
}

/** Describes a gap, and what the profile's answer means. */
export function describeAnswer(profile: Profile, id: GapId) {
  const gap = gaps.find(gap => gap.id === id)
  const answer: string = profile[id]
  const means = gap?.answers.find(({ id }) => id === answer)?.means ?? ''
  return { id, silence: gap?.silence ?? '', answer, means }
}
