/** The list of agents and one agent. */

import { readListed, wholeList } from '../../engine/list-pages.ts'
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { replyIds } from '../../extract/list-rows.ts'
import { recordIn, refIn } from '../../extract/record.ts'
import { isRefusal } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { judgeRecordId } from '../../rules/same-record.ts'
import { eachHasId } from '../../rules/stated-member.ts'
import { servedAtPath } from '../../rules/stated-status.ts'
import type { Key } from '../../target/target.ts'
import { agents } from '../discover.ts'
import { judgePaging, judgePagingBeside } from '../judge-paging.ts'
import { firstPrompts } from './prompt-preview.check.ts'

export const agentScenario = scenario({
  id: 'agents/list',
  title: 'The agents are listed page by page, each with an id, and read one by one',
  requirements: [
    ...['AGENT-01', 'AGENT-03', 'AGENT-04', 'AGENT-05', 'AGENT-06', 'AGENT-07', 'AGENT-08', 'AGENT-10'],
    ...['AGENT-14', 'VIS-01'],
  ],
  needs: { capability: 'agents', scopes: ['agents:read'] },
  cost: { requests: 23 },
  async run(t) {
    const reply = await t.call('listAgents')
    if (!servedAtPath(t, 'AGENT-03', 'AGENT-04', reply)) return
    eachHasId(t, 'AGENT-03', reply)
    await firstPrompts(t)
    const summary = await t.call('listAgents', { query: { view: 'summary' } })
    if (t.served('AGENT-01', summary)) eachHasId(t, 'AGENT-03', summary)
    const [id] = replyIds(reply)
    if (id !== undefined) await readsAgent(t, id)
    await samePerson(t)
    await privateAgent(t)
    await ownAndShared(t)
    await sameInSummary(t)
    const paged = { operation: 'listAgents', limit: 'AGENT-08', offset: 'AGENT-10' }
    await judgePaging(t, paged)
    await judgePagingBeside(t, paged, { view: 'summary' })
  },
})

async function readsAgent(t: Trial, id: string) {
  const one = await readListed(t, 'listAgents', 'getAgent', { agent_id: id })
  if (!one) t.notExercised('AGENT-14', 'an agent that stays in the list')
  else if (t.answered('AGENT-14', one)) judgeRecordId(t, 'AGENT-14', 'agent', id, one)
}

const readersOf = (t: Trial) => t.keys.home('agents:read').filter(key => key.owner !== undefined)

async function idsFor(t: Trial, key: Key, query = {}): Promise<Set<string>> {
  const list = await wholeList(t, 'listAgents', { key, query })
  if (!list) throw new Missing('a list of agents with fewer pages')
  return new Set(list.keys())
}

/** Visibility is that of the person, whichever of their keys asks. */
async function samePerson(t: Trial) {
  const [main, ...others] = readersOf(t)
  const twin = others.find(key => key.owner === main?.owner)
  if (!main || !twin) return t.notExercised('VIS-01', lacks.sameOwner())
  const read = async () => [await idsFor(t, main), await idsFor(t, twin)] as const
  const lists = await t.settled('two keys of one person to list the same', read, areSame)
  const sentence = `keys ${main.name} and ${twin.name} of one person`
  if (!areSame(lists))
    t.violated('lists-visible', 'VIS-01', `only one of the ${sentence} lists ${inOne(lists).join(', ')}`)
  else if (lists[0].size === 0) t.notExercised('VIS-01', 'an agent: the list is empty')
  else t.met('lists-visible', 'VIS-01', `${sentence} list the same ${lists[0].size} agents`)
}

type Lists = readonly [one: Set<string>, other: Set<string>]
const inOne = ([one, other]: Lists) => [...one.symmetricDifference(other)]
const areSame = (lists: Lists) => inOne(lists).length === 0

/** The list of one who sees the agent comes to hold it; a new record may be late in a list. */
async function listsAgent(t: Trial, requirement: string, key: Key, id: string, whose: string) {
  const seen = await t.comes('the agent to be listed', async () => (await idsFor(t, key)).has(id))
  const sentence = `the list of key ${key.name} ${seen ? 'holds' : 'does not hold'} the agent ${id}, ${whose}`
  if (!seen && isRefusal(await t.call('getAgent', { key, path: { agent_id: id } })))
    return t.notExercised(requirement, `an agent that is there: ${sentence}`)
  t.expect('lists-visible', requirement, seen, sentence)
}

async function privateAgent(t: Trial) {
  const hidden = t.target.fixtures.get('agent-private')
  const owner = hidden?.key === undefined ? undefined : t.keys.named(hidden.key)
  const lack = lacks.fixture('agent-private', 'fixture agent-private, with the key of its owner')
  if (!hidden || !owner) return t.notExercised('AGENT-07', lack)
  await listsAgent(t, 'AGENT-05', owner, hidden.id, 'which is of the owner of the key')
  // What an admin sees of private agents is not stated.
  const others = readersOf(t).filter(
    key => key.owner !== owner.owner && key.role !== 'admin' && key.role !== undefined,
  )
  const people = new Map(others.map(key => [key.owner, key]))
  if (people.size === 0)
    t.notExercised('AGENT-07', lacks.colleague('a key of another person who is no admin'))
  for (const stranger of people.values()) {
    const shown = (await idsFor(t, stranger)).has(hidden.id)
    const sentence = `key ${stranger.name} of another person ${shown ? 'lists' : 'does not list'} the private agent ${hidden.id}`
    t.expect('person-closed', 'AGENT-07', !shown, sentence)
  }
}

async function ownAndShared(t: Trial) {
  const shared = t.target.fixtures.get('agent-shared')
  const [main, whose] = [t.keys.with('agents:read'), 'which others share with its owner']
  const what = 'an agent that somebody else shares with the owner of a key'
  if (shared) await listsAgent(t, 'AGENT-06', main, shared.id, whose)
  else t.notExercised('AGENT-06', lacks.fixture('agent-shared', what))
  const all = (await agents(t)).map(({ id, record }) => ({ id, owner: refIn(record, 'owner') }))
  for (const key of readersOf(t).slice(0, 4)) {
    const own = key.personId === undefined ? undefined : all.find(({ owner }) => owner === key.personId)
    if (own) await listsAgent(t, 'AGENT-05', key, own.id, 'which is of the owner of the key')
  }
  const person = lacks.person('agents that show their owner, and the person_id of the key of such a person')
  const lack = lacks.any(person.what, lacks.fixture('agent-private'), person)
  if (!t.isDecided('AGENT-05')) t.notExercised('AGENT-05', lack)
}

/** The summary view holds the agents that the same key lists without it. */
async function sameInSummary(t: Trial) {
  const others = readersOf(t).filter(({ role }) => role !== undefined && role !== 'admin')
  for (const key of new Set([t.keys.with('agents:read'), ...others.slice(0, 1)])) {
    const read = async () => [await idsFor(t, key), await idsFor(t, key, { view: 'summary' })] as const
    const first = await t.settled('both views to list the same', read, areSame)
    if (areSame(first)) continue
    const again = await read()
    const [, short] = again
    const isStill = (id: string) => first.every((list, n) => list.has(id) === again[n]?.has(id))
    const agent_id = inOne(again).find(isStill)
    if (agent_id === undefined) continue
    const reply = await t.call('getAgent', { key, path: { agent_id } })
    const owner = refIn(recordIn(reply.json, ['agent']), 'owner')
    const views = short.has(agent_id) ? ['view=summary', 'the list without it'] : ['the list', 'view=summary']
    const sentence = `with key ${key.name} ${views.join(' holds, and ')} does not hold, the agent ${agent_id}, which answers ${reply.status}`
    if (isRefusal(reply) && short.has(agent_id)) t.violated('person-closed', 'AGENT-07', sentence, reply)
    else if (reply.status === 200 && owner !== undefined && key.personId !== undefined)
      t.violated('lists-visible', owner === key.personId ? 'AGENT-05' : 'AGENT-06', sentence, reply)
  }
}
