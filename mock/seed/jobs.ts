// What agents were asked for in the past, and what came out.
import type { Random } from '../simulation/random.ts'
import type { AgentRow } from '../world/agents.ts'
import type { History } from '../world-file/index.ts'
import { drawWords, fillWords, wordsAt } from './job-words.ts'

/** What an agent was told, and the summary that it finished with. */
export interface Job {
  readonly task: string
  readonly summary: string
}

/** Something that this agent is asked for at that instant. */
export function pickJob(random: Random, agent: AgentRow, history: History, instant: number): Job {
  const { jobs } = history.agents?.[agent.handle] ?? {}
  const { task, summary } = jobs ? random.pick(jobs) : usualJob(agent)
  const words = { ...drawWords(random, history.words ?? {}), ...wordsAt(instant) }
  return { task: fillWords(task, words), summary: fillWords(summary, words) }
}

/** What follows from the agent itself. */
function usualJob({ name, description, script }: AgentRow): Job {
  const end = script.find(step => step.do === 'finish')
  const task = description || `${name}, as usual.`
  // The answers that a summary may quote are not known yet.
  const summary = (end?.summary ?? 'Done.').replaceAll('{{input.task}}', task)
  return { task, summary }
}
