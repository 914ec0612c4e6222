import { DAY, millisecondsIn } from '../simulation/duration.ts'
import { listOf } from './entries.ts'
import type { Path, Report } from './problem.ts'
import { checkWord } from './references.ts'
import type { FilledWorld, History, World } from './world.ts'

type Source = NonNullable<FilledWorld['history']>

/** The words that jobs and titles of any world may use. */
const BUILT_IN_WORDS = ['month', 'week', 'year']

/** Fills in the defaults of a history, and reports mistakes. */
export function completeHistory(
  source: Source,
  { people, agents, workflows }: Pick<World, 'people' | 'agents' | 'workflows'>,
  report: Report,
): History {
  const { days, runs_per_day = Object.keys(agents).length > 0 ? 2 : 0 } = source
  const at = (...path: Path): Path => ['history', ...path]
  checkShares(source, at(), report)
  const starters = Object.keys(people).filter(handle => !source.newcomers?.includes(handle))
  if (starters.length === 0)
    report(at('newcomers'), 'somebody must have started something; not everybody is a newcomer')
  const words = [...BUILT_IN_WORDS, ...Object.keys(source.words ?? {})]
  for (const [handle, past] of Object.entries(source.agents ?? {})) {
    checkShares(past, at('agents', handle), report)
    for (const [index, job] of listOf(past.jobs).entries())
      for (const text of ['task', 'summary'] as const)
        for (const [, word = ''] of job[text].matchAll(/(?<!\{)\{(\w+)\}(?!\})/g))
          checkWord('word', words, word, at('agents', handle, 'jobs', index, text), report)
  }
  const weights = Object.keys(agents).map(handle => source.agents?.[handle]?.often ?? 1)
  if (weights.length > 0 && weights.every(weight => weight === 0))
    report(at('agents'), 'some agent must have run; not every often can be 0')
  for (const [handle, { outcomes }] of Object.entries(source.workflows ?? {})) {
    const workflow = workflows[handle]
    const hasGate = workflow?.steps.some(step => 'gate' in step) ?? true
    if (workflow?.status === 'draft')
      report(at('workflows', handle), `${handle} is a draft, which cannot have run`)
    for (const [index, outcome] of outcomes.entries())
      if (!hasGate && (outcome === 'objected' || outcome === 'rejected'))
        report(
          at('workflows', handle, 'outcomes', index),
          `only a gate is ${outcome}, and ${handle} has none`,
        )
  }
  for (const [index, { agent, by, ago, paused_after = 0 }] of listOf(source.under_way).entries()) {
    const here = at('under_way', index)
    const its = agents[agent]
    if (its?.visibility === 'private' && its.owner !== by && people[by])
      report([...here, 'agent'], `${agent} is private to ${its.owner}; ${by} cannot start it`)
    for (const [name, time] of [
      ['ago', ago],
      ['paused_after', paused_after],
    ] as const) {
      const ms = millisecondsIn(time)
      if (Number.isNaN(ms)) report([...here, name], 'must be a time such as 5m or 2h')
      else if (ms > days * DAY) report([...here, name], `must be within the ${days} days of the history`)
    }
  }
  for (const member of ['words', 'values'] as const)
    for (const [name, word] of Object.entries(source[member] ?? {}))
      checkRange(word, at(member, name), report)
  return { ...source, runs_per_day }
}

function checkShares(
  { success = 0, failure = 0 }: { readonly success?: number; readonly failure?: number },
  at: Path,
  report: Report,
): void {
  if (success + failure > 1)
    report(
      [...at, 'failure'],
      `must be at most ${Number((1 - success).toFixed(4))} beside success ${success}, but was ${failure}`,
    )
}

function checkRange(word: NonNullable<Source['words']>[string], at: Path, report: Report): void {
  if (typeof word !== 'object' || Array.isArray(word)) return
  const { number, money, chance } = word
  const kinds = [number, money, chance].filter(value => value !== undefined).length
  if (kinds !== 1) report(at, 'says one of number, money and chance')
  for (const [name, range] of Object.entries({ number, money }))
    if (range && range[0]! > range[1]!) report([...at, name], 'must be the least, then the most')
}
