// The jobs that agents got in the past, and their results.
import type { Random } from '../simulation/random.ts'
import type { AgentRow } from '../world/agents.ts'
import type { History } from '../world-file/index.ts'
import { drawWords, fillWords, wordsAt } from './job-words.ts'

/** The instruction of a run, and its summary. */
export interface Job {
  readonly task: string
  readonly summary: string
}

/** A random job for this agent at that instant. */
export function pickJob(random: Random, agent: AgentRow, history: History, instant: number): Job {
  const { jobs } = history.agents?.[agent.handle] ?? {}
  const { task, summary } = jobs ? random.pick(jobs) : usualJob(agent)
  const words = { ...drawWords(random, history.words ?? {}, [task, summary]), ...wordsAt(instant) }
  return { task: fillWords(task, words), summary: fillWords(summary, words) }
}

/** A job derived from the agent itself. */
function usualJob({ name, description, script }: AgentRow): Job {
  const end = script.find(step => step.do === 'finish')
  const task = description || `${name}, as usual.`
  // The answers that a summary may quote are not known yet.
  const summary = (end?.summary ?? 'Done.').replaceAll('{{input.task}}', task)
  return { task, summary }
}
