/** The personal usage: served to everyone, and that of the person behind the key. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { recordIn, refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { runner } from '../runs/find-agents.ts'
import { ends, startRun } from '../runs/own-run.ts'
import { idlePerson, keyOf } from './admin-key.ts'
import { needs } from './figures.ts'
import { isSame, numbersIn } from './months.ts'

export const ownUsageScenario = scenario({
  id: 'wallet/my-usage',
  title: 'The personal usage is served to everyone, and is that of the person behind the key',
  requirements: ['WALLET-04', 'WALLET-05', 'WALLET-06'],
  needs,
  cost: { analytics: { getMyUsage: 5 } },
  async run(t) {
    t.served('WALLET-04', await t.read('getMyUsage'))
    const member = keyOf(t, 'member')
    if (member) t.served('WALLET-06', await t.read('getMyUsage', { key: member }))
    else t.notExercised('WALLET-06', lacks.key('analytics:read', 'member'))
    if (!t.wants('WALLET-04', 'WALLET-05')) return
    const read = await usageOf(t, onePerPerson(t))
    for (const [key, reply] of read) if (key.declared) t.served('WALLET-04', reply)
    const served = read.filter(([, { status }]) => status === 200)
    for (const [key, reply] of served) judgePerson(t, key, reply)
    const evidence = served.map(([, reply]) => reply)
    const [one, other] = alike(served) ?? []
    const groups = served.filter(([, reply], n) => evidence.findIndex(it => isSame(it, reply)) === n)
    const same = `persons with different histories: keys ${one?.name} and ${other?.name} get the same figures`
    const names = groups.map(([key]) => key.name).join(', ')
    const lack = 'keys of two persons with different histories, with their owners in the target'
    if (one && other) t.notExercised('WALLET-05', same, ...evidence)
    else if (groups.length > 1)
      t.met('own-figures', 'WALLET-05', `keys ${names} get different figures`, ...evidence)
    else t.notExercised('WALLET-05', lacks.colleague(lack), ...evidence)
  },
})

async function usageOf(t: Trial, keys: readonly Key[]): Promise<[Key, Exchange][]> {
  const read: [Key, Exchange][] = []
  for (const key of keys) read.push([key, await t.read('getMyUsage', { key })])
  return read
}

/** The first two persons whose figures are the same, and not zero. */
function alike(read: readonly [Key, Exchange][]): Key[] | undefined {
  const used = read.filter(([, reply]) => [...usedIn(reply).values()].some(one => one > 0))
  const groups = used.map(([, one]) => used.filter(([, other]) => isSame(one, other)))
  return groups.find(group => group.length > 1)?.map(([key]) => key)
}

/**
 * Two persons whose every figure is the same at three moments, and larger at each, get figures of both. Read while the
 * suite starts nothing but a run before each moment: runs of both that are booked late do not grow alike twice.
 */
export const sharedUsageScenario = scenario({
  id: 'wallet/shared-usage',
  title: 'What one person uses is not counted for another',
  requirements: ['WALLET-05'],
  needs: { capability: 'analytics', scopes: ['analytics:read', 'agents:run', 'runs:read'] },
  cost: { analytics: { getMyUsage: 8 } },
  writes: true,
  turn: 'closing',
  async run(t) {
    const idle = t.target.fixtures.get('zero-member')?.id
    const persons = onePerPerson(t).filter(({ personId }) => idle === undefined || personId !== idle)
    const [one, other] = alike(await usageOf(t, persons)) ?? persons
    if (!one || !other) return t.notExercised('WALLET-05', lacks.colleague('keys of two persons'))
    const first = await readBoth(t, [one, other])
    if (!first) return t.notExercised('WALLET-05', 'two persons whose figures are all the same')
    const moments = [first]
    while (moments.length < MOMENTS) {
      await use(t, [one, other])
      const before = moments.at(-1)!.used
      const look = async () => {
        const both = await readBoth(t, [one, other])
        const isMore = [...(both?.used ?? [])].every(([path, value]) => Number(before.get(path)) < value)
        return isMore ? both : undefined
      }
      const next = await t.until('the personal usage to show the run', t.target.pace.lateSeconds, look)
      const replies = moments.flatMap(moment => moment.replies)
      if (!next) return t.notExercised('WALLET-05', 'figures of two persons that grow together', ...replies)
      moments.push(next)
    }
    const shown = moments.map(({ used }) => JSON.stringify(Object.fromEntries(used)))
    const sentence = `keys ${one.name} and ${other.name} of two persons both read ${shown.join(', and after another run both ')}`
    t.violated('own-figures', 'WALLET-05', sentence, ...moments.flatMap(({ replies }) => replies))
  },
})

/** One of the persons runs an agent: the one of the suite, or else one whose key may. */
async function use(t: Trial, persons: readonly Key[]) {
  const agent = await runner(t, 'agent-finishes')
  const { owner } = t.keys.with('agents:run')
  const may = ({ scopes }: Key) => scopes.has('agents:run') && scopes.has('runs:read')
  const key = persons.some(one => one.owner === owner) ? undefined : persons.find(may)
  await ends(t, await startRun(t, agent, undefined, key && { key }), key)
}

/** How many moments at which two persons have the same figures show that these are of both. */
const MOMENTS = 3

type Used = ReadonlyMap<string, number>

/** How often both are read where a run at work makes them differ. */
const TRIES = 3

/** The figures that both read at one moment, where they are the same. */
async function readBoth(t: Trial, keys: readonly [Key, Key]) {
  for (let left = TRIES; left > 0; left--) {
    const replies = await Promise.all(keys.map(key => t.call('getMyUsage', { key })))
    const [mine = new Map(), theirs = new Map()] = replies.map(usedIn)
    const isSame = mine.size === theirs.size && [...mine].every(([path, one]) => theirs.get(path) === one)
    if (isSame && mine.size >= 2) return { used: mine, replies }
  }
  return undefined
}

/** What the person used, apart from lists; empty where the reply is a refusal. */
const usedIn = ({ status, json }: Exchange): Used =>
  numbersIn(
    status === 200 ? json : undefined,
    ({ path, name }) => USED.test(name) && !BESIDE.test(path) && !/\.\d+(\.|$)/.test(path),
  )

/** One key of each person, a person without usage and one of each role first. */
function onePerPerson(t: Trial): Key[] {
  const keys = t.keys.home('analytics:read').filter(key => key.owner !== undefined)
  const idle = t.target.fixtures.get('zero-member')?.id
  const persons = [...Map.groupBy(keys, key => key.owner).values()].flatMap(([first]) => first ?? [])
  const roles = [...Map.groupBy(persons, key => key.role).values()].flatMap(([first]) => first ?? [])
  return [...new Set([...persons.filter(({ personId }) => personId === idle), ...roles])]
}

/** The reply names its person, or belongs to one who is declared to have spent nothing. */
function judgePerson(t: Trial, key: Key, reply: Exchange) {
  const record = recordIn(reply.json, ['usage'])
  const named = refIn(record, 'user') ?? refIn(record, 'person') ?? refIn(record, 'member')
  const isAnother = named !== key.personId && t.target.keys.some(({ personId }) => personId === named)
  if (key.personId !== undefined && named !== undefined && isAnother) {
    const sentence = `key ${key.name} of ${key.personId} reads the usage of ${named}`
    t.violated('own-figures', 'WALLET-05', sentence, reply)
  }
  const idle = idlePerson(t)
  if (idle === undefined || key.personId !== idle) return
  // A single number may be anything, such as a cost centre.
  const groups = Map.groupBy(usedIn(reply), ([path]) => path.slice(0, path.lastIndexOf('.') + 1)).values()
  const used = [...groups].find(group => group.length > 1 && group.every(([, value]) => value > 0))
  const sentence = used
    ? `${idle} spent nothing, and the own usage reads ${used.map(([path, value]) => `${path} ${value}`).join(', ')}`
    : `${idle} spent nothing, and the own usage shows nothing`
  t.expect('own-figures', 'WALLET-05', !used, sentence, reply)
}

const USED = /run|cost|spen[dt]|token/i
/** What is left, allowed, or of another time or of others is not the usage of the person. */
const BESIDE =
  /prev|before|earlier|compar|average|limit|cap|quota|max|includ|remain|left|budget|allow|workspace|tenant|company|team|org|price|rate/i
