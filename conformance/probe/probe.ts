/** Asks a deployment what it does where the specification is silent, as a profile that the mock can wear. */

import { gaps } from '#openapi'
import { visible } from '../engine/safe-text.ts'
import { type Scenario, scenario } from '../engine/scenario.ts'
import { NoAnswer } from '../engine/transport.ts'
import { Missing } from '../ledger/missing.ts'
import { OBSERVERS } from './observers.ts'

export interface Probed {
  gap: string
  title: string
  /** One of the answers in the register; undefined with the reason. */
  answer: string | undefined
  why: string | undefined
}

/** A scenario that fills `found`: it runs like any other, with pace, budget, journal and cleaning up. */
export function probing(found: Probed[], readOnly: boolean): Scenario {
  return scenario({
    id: 'probe/answers',
    title: 'What the deployment does where the specification is silent',
    requirements: [],
    run: async t => {
      for (const { gap, writes, ask } of OBSERVERS) {
        const entry = gaps.find(one => one.id === gap)
        if (!entry) continue
        const result: Probed = { gap, title: entry.title, answer: undefined, why: undefined }
        found.push(result)
        if (readOnly && writes) {
          result.why = 'read-only'
          continue
        }
        try {
          const seen = await ask(t)
          const known = entry.answers.some(answer => answer.id === seen)
          if (known) result.answer = seen
          else
            result.why =
              seen === undefined ? 'nothing shows it' : `answers ${seen}, which is not in the register`
        } catch (problem) {
          if (!(problem instanceof Missing) && !(problem instanceof NoAnswer)) throw problem
          result.why = problem.message
        }
      }
    },
  })
}

/** YAML: one answer a line; what could not be found out is a comment that a person can fill in. */
export function profileText(found: readonly Probed[], name: string): string {
  const inComment = (text = '') => visible(text).replace(/\s+/g, ' ')
  const asked = new Set(found.map(one => one.gap))
  const lines = [
    `# How ${inComment(name)} answers where the specification is silent. Serve it with: agent-work-mock --profile FILE`,
    'profile:',
  ]
  for (const { gap, answer, why, title } of found) {
    lines.push(
      answer === undefined ? `  # ${gap}: unknown (${inComment(why)})` : `  ${gap}: '${answer}' # ${title}`,
    )
  }
  const rest = gaps.filter(one => !asked.has(one.id)).map(one => one.id)
  lines.push('', `# Not asked, because no cheap request shows it: ${rest.join(', ')}`)
  return `${lines.join('\n')}\n`
}
