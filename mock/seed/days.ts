// What people, schedules and programs of a company begin on a day, in its history as well as afterwards.
import { HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import type { AgentRow } from '../world/agents.ts'
import type { CompanyAct } from '../world/planned-events.ts'
import { atOfficeHour, isWeekend, restsAtWeekends, WEEKDAYS } from './calendar.ts'
import type { Company } from './company.ts'

/** The share of a usual day's work that is done at weekends; working days make up for the rest. */
const WEEKEND = 0.04

/** Everything that begins on a day, with its instant, in any order. */
export function actsOn(company: Company, random: Random, day: number): { at: number; act: CompanyAct }[] {
  const { history } = company
  const rests = restsAtWeekends(history)
  const isFree = rests && isWeekend(day)
  const share = isFree ? WEEKEND : rests ? (7 - 2 * WEEKEND) / 5 : 1
  const acts: { at: number; act: CompanyAct }[] = []
  const often = (what: CompanyAct['what'], perDay: number, about = '') => {
    for (let left = countOf(random, perDay * share); left > 0; left--)
      acts.push({ at: atOfficeHour(random, day), act: { what, about } })
  }
  often('run', history.runs_per_day)
  often('chat', history.chats_per_day ?? 0)
  often('conversation', history.conversations_per_day ?? 0)
  often('task', history.tasks_per_day ?? 0)
  for (const [handle, perDay] of workflowsPerDay(company)) often('workflow', perDay, handle)
  if (!isFree)
    for (const handle of scheduledOn(company, day)) {
      const chance = company.workspace.random.fork(`schedule of ${handle}`)
      const at = day + 5 * HOUR + chance.int(0, 11) * 15 * MINUTE
      acts.push({ at, act: { what: 'scheduled-run', about: handle } })
    }
  return acts
}

/** No two days are alike: from nearly none to nearly twice as many as on average. */
function countOf(random: Random, average: number): number {
  const wanted = average * (0.2 + 1.6 * random.float())
  return Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0)
}

/**
 * How often each workflow starts. The history declares the past runs of some one by one; afterwards these go on as
 * often. The others share `workflow_runs_per_day`.
 */
function workflowsPerDay({ workspace, history, isPast }: Company): [handle: string, perDay: number][] {
  const active = workspace.tables.workflows.range('newest', null).filter(({ status }) => status === 'active')
  const others = active.filter(({ handle }) => history.workflows?.[handle] === undefined)
  const shared = (history.workflow_runs_per_day ?? 0) / others.length
  return active.map(({ handle }) => {
    const said = history.workflows?.[handle]
    if (!said) return [handle, shared]
    return [handle, isPast ? 0 : said.outcomes.length / history.days]
  })
}

/** The agents that a schedule starts on that day. */
function scheduledOn(company: Company, day: number): string[] {
  const weekday = WEEKDAYS[new Date(day).getUTCDay()]!
  const isDue = (agent: AgentRow) => {
    const { by_schedule: schedule = false } = company.habitsOf(agent)
    return typeof schedule === 'boolean' ? schedule : schedule.includes(weekday)
  }
  return company.agents.filter(isDue).map(({ handle }) => handle)
}
