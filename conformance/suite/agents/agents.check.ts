/** The list of agents and one agent. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findNamed, type Json } from '../../extract/find-value.ts'
import { replyList, replyRows, rowsOfObjects } from '../../extract/list-rows.ts'
import { idOf, recordIn, refIn } from '../../extract/record.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { isSharedId } from '../access/refused-callers.ts'
import { agents, knownAgent } from '../discover.ts'
import { judgePaging } from '../judge-paging.ts'
import { wholeList } from '../list-pages.ts'

const needs = { capability: 'agents', scopes: ['agents:read'] } as const

const list = scenario({
  id: 'agents/list',
  title: 'The agents are listed, each with an id, and read one by one',
  requirements: [
    'AGENT-01',
    'AGENT-03',
    'AGENT-04',
    'AGENT-05',
    'AGENT-06',
    'AGENT-07',
    'AGENT-14',
    'VIS-01',
  ],
  needs,
  cost: { requests: 10 },
  async run(t) {
    const reply = await t.call('listAgents')
    if (!t.answered('AGENT-03', reply))
      return t.violated('AGENT-04', `GET /agents/ answered ${reply.status}`, reply)
    t.met('AGENT-04', 'served at the path with its final slash', reply)
    const rows = replyList(reply)
    if (rows === undefined) return t.violated('AGENT-03', 'there is no list in the reply', reply)
    const without = rowsOfObjects(rows).find(row => idOf(row, 'agent') === undefined)
    if (rows.length)
      t.expect(
        'AGENT-03',
        without === undefined,
        without ? 'an agent has no id' : `${rows.length} agents have ids`,
        reply,
      )
    else t.notExercised('AGENT-03', 'an agent: the list is empty', reply)
    const summary = await t.call('listAgents', { query: { view: 'summary' } })
    t.served('AGENT-01', summary)
    if (rows.length) await one(t)
    await visible(t)
  },
})

async function one(t: Trial) {
  const [agent] = await agents(t)
  if (!agent) return
  const reply = await t.call('getAgent', { path: { agent_id: agent.id } })
  if (!t.served('AGENT-14', reply)) return
  const id = idOf(recordIn(reply.json, ['agent']), 'agent')
  t.expect('AGENT-14', id === agent.id, `read by ${agent.id}, the agent has the id ${id}`, reply)
}

const idsFor = async (t: Trial, key: Key) => new Set((await wholeList(t, 'listAgents', { key }))?.keys())

/** Own and shared agents are listed, private ones of others are not. */
async function visible(t: Trial) {
  const readers = t.keys.home().filter(key => key.scopes.has('agents:read') && key.owner !== undefined)
  const [main] = readers
  const twin = readers.find(key => key !== main && key.owner === main?.owner)
  if (main && twin) {
    const [one, other] = [await idsFor(t, main), await idsFor(t, twin)]
    const differs = [...one].find(id => !other.has(id)) ?? [...other].find(id => !one.has(id))
    t.expect(
      'VIS-01',
      differs === undefined,
      differs
        ? `keys ${main.name} and ${twin.name} differ in the agent ${differs}`
        : `both see ${one.size} agents`,
    )
  } else
    t.notExercised('VIS-01', lacks.sameOwner('two keys of one person, with the same owner in the target'))

  const hidden = t.target.fixtures.get('agent-private')
  const owner = hidden?.key === undefined ? undefined : t.keys.named(hidden.key)
  if (!hidden || !owner) {
    const lack = lacks.fixture('agent-private', 'fixture agent-private, with the key of its owner')
    t.notExercised('AGENT-07', lack)
  }
  if (hidden && owner) {
    const mine = await idsFor(t, owner)
    t.expect(
      'AGENT-05',
      mine.has(hidden.id),
      `the list of its owner ${mine.has(hidden.id) ? 'holds' : 'does not hold'} the agent ${hidden.id}`,
    )
    const others = readers.filter(
      ({ owner: person, role }) => person !== owner.owner && role !== 'admin' && role !== undefined,
    )
    const people = new Map(others.map(key => [key.owner, key]))
    if (people.size === 0)
      t.notExercised('AGENT-07', lacks.colleague('a key of another person who is no admin'))
    for (const stranger of people.values()) {
      const theirs = await idsFor(t, stranger)
      const shown = theirs.has(hidden.id)
      t.expect(
        'AGENT-07',
        !shown,
        `key ${stranger.name} of another person ${shown ? 'lists' : 'does not list'} the private agent ${hidden.id}`,
      )
    }
  }
  await ownAndShared(t, readers)
}

/** Where agents show their owner, the list must contain the caller's own agents and shared agents of others. */
async function ownAndShared(t: Trial, readers: Key[]) {
  const fixture = t.target.fixtures.get('agent-shared')
  const member = readers.find(key => key.role === 'member') ?? readers[0]
  if (fixture && member) {
    const seen = (await idsFor(t, member)).has(fixture.id)
    t.expect(
      'AGENT-06',
      seen,
      `the list of key ${member.name} ${seen ? 'holds' : 'does not hold'} the shared agent ${fixture.id}`,
    )
  }
  const everything = (await agents(t)).map(agent => agent.record)
  const owners = new Map(everything.map(row => [idOf(row, 'agent') ?? '', ownerOf(row)]))
  for (const key of readers.slice(0, 4)) {
    const ids = await idsFor(t, key)
    const own = [...owners]
      .filter(([, owner]) => owner !== undefined && owner === key.personId)
      .map(([id]) => id)
    const lost = own.find(id => !ids.has(id))
    if (own.length > 0)
      t.expect(
        'AGENT-05',
        lost === undefined,
        lost
          ? `key ${key.name} does not list its owner's agent ${lost}`
          : `key ${key.name} lists ${own.length} agents of its owner`,
      )
    const shared = everything.filter(
      row => isShared(row) && ownerOf(row) !== undefined && ownerOf(row) !== key.personId,
    )
    const missing = shared.map(row => idOf(row, 'agent') ?? '').find(id => !ids.has(id))
    if (shared.length > 0)
      t.expect(
        'AGENT-06',
        missing === undefined,
        missing
          ? `key ${key.name} does not list the shared agent ${missing}`
          : `key ${key.name} lists ${shared.length} shared agents of others`,
      )
  }
  const whose = lacks.person('agents that show their owner, and the person_id of the key of such a person')
  const own = lacks.any(whose.what, lacks.fixture('agent-private'), whose)
  if (!t.isDecided('AGENT-05')) t.notExercised('AGENT-05', own)
  const shared = 'an agent that somebody else shares with the owner of a key'
  if (!t.isDecided('AGENT-06')) t.notExercised('AGENT-06', lacks.fixture('agent-shared', shared))
}

const ownerOf = (row: Json) => refIn(row, 'owner') ?? refIn(row, 'created_by') ?? refIn(row, 'user')
const isShared = (row: Json) =>
  row.visibility === 'shared' ||
  row.shared === true ||
  row.is_shared === true ||
  row.sharing === 'shared' ||
  row.scope === 'shared'

const paging = scenario({
  id: 'agents/paging',
  title: 'limit and offset page through the agents',
  requirements: ['AGENT-08', 'AGENT-10'],
  needs,
  cost: { requests: 9 },
  run: t =>
    judgePaging(t, {
      operation: 'listAgents',
      limit: 'AGENT-08',
      offset: 'AGENT-10',
    }),
})

const preview = scenario({
  id: 'agents/preview',
  title: 'The summary view cuts the system prompt to 200 characters, the full view does not',
  requirements: ['AGENT-12', 'AGENT-13'],
  needs,
  cost: { requests: 18 },
  async run(t) {
    const full = await t.need('listAgents')
    const short = await t.need('listAgents', { query: { view: 'summary' } })
    const rows = replyRows(full)
    const previews = new Map(replyRows(short).map(row => [idOf(row, 'agent'), prompt(row)]))
    let judged = 0
    const long = new Map<string, string>()
    for (const row of rows.slice(0, 40)) {
      const id = idOf(row, 'agent') ?? ''
      const shown = previews.get(id)
      let whole = prompt(row)
      const mayBeCut = whole === undefined || whole.length <= 204
      if (judged < 6 && mayBeCut && shown !== undefined && shown.length >= 195) {
        const reply = await t.call('getAgent', { path: { agent_id: id } })
        const single = reply.status === 200 ? prompt(recordIn(reply.json, ['agent'])) : undefined
        if (whole !== undefined && single !== undefined && single.length > 210 && isPreview(whole, single))
          t.violated(
            'AGENT-13',
            `without view=summary the list cuts the ${single.length} characters of the prompt of ${id} to ${whole.length}`,
            full,
            reply,
          )
        if (single !== undefined && single.length > (whole?.length ?? 0)) whole = single
        if (single !== undefined || whole !== undefined) {
          const cut =
            (whole?.length ?? 0) <= 203 &&
            (whole?.length ?? 0) >= 197 &&
            shown === whole &&
            !/[.!?]$/.test(whole ?? '')
          if (cut)
            t.violated(
              'AGENT-13',
              `without view=summary the prompt of ${id} is cut to ${whole?.length} characters`,
              full,
              reply,
            )
        }
      }
      if (whole === undefined || whole.length <= 210) continue
      judged++
      long.set(id, whole)
      t.met('AGENT-13', `the prompt of ${id} has ${whole.length} characters`, full)
      const listed = prompt(row)
      if (shown === undefined && listed !== undefined && previews.has(id))
        t.violated(
          'AGENT-12',
          `the summary view leaves out the prompt of ${id}, which the full view shows`,
          short,
          full,
        )
      else if (shown === undefined) t.notExercised('AGENT-12', 'a prompt in the summary view', short)
      else
        t.expect(
          'AGENT-12',
          isPreview(shown, whole),
          `of ${whole.length} characters the summary view shows ${shown.length}`,
          short,
          full,
        )
    }
    if (judged === 0)
      t.notExercised(
        ['AGENT-12', 'AGENT-13'],
        lacks.fixture('agent-long-prompt', 'an agent whose prompt is shown and has more than 200 characters'),
      )
    await besideOthers(t, long, rows.length)
  },
})

/** The preview also shortens in combination with each other parameter, and none of them shortens without it. */
async function besideOthers(t: Trial, long: ReadonlyMap<string, string>, size: number) {
  if (long.size === 0) return
  const each: Record<string, number>[] = [{ limit: size }, { offset: 0 }, { limit: size, offset: 0 }]
  for (const others of each) {
    const beside = Object.keys(others).join(' and ')
    const short = await t.call('listAgents', { query: { ...others, view: 'summary' } })
    for (const [id, shown, whole] of promptsIn(short, long)) {
      const sentence = `of ${whole.length} characters view=summary beside ${beside} shows ${shown.length} of the prompt of ${id}`
      if (!t.expect('AGENT-12', isPreview(shown, whole), sentence, short)) break
    }
    const full = await t.call('listAgents', { query: others })
    for (const [id, shown, whole] of promptsIn(full, long)) {
      const sentence = `of ${whole.length} characters ${beside} alone shows ${shown.length} of the prompt of ${id}`
      if (isPreview(shown, whole)) t.violated('AGENT-13', sentence, full)
    }
  }
}

const promptsIn = (reply: Exchange, long: ReadonlyMap<string, string>) =>
  (reply.status === 200 ? replyRows(reply) : []).flatMap(
    (row): [id: string, shown: string, whole: string][] => {
      const id = idOf(row, 'agent') ?? ''
      const [shown, whole] = [prompt(row), long.get(id)]
      return shown === undefined || whole === undefined ? [] : [[id, shown, whole]]
    },
  )

function prompt(row: unknown): string | undefined {
  const found = findNamed(row, 'system_prompt', 3)
  return typeof found?.value === 'string' ? found.value : undefined
}

/** The first 200 characters, possibly with an ellipsis inside or after them. */
function isPreview(shown: string, whole: string): boolean {
  if (shown === whole.slice(0, 200)) return true
  const [a, b] = [Array.from(shown), Array.from(whole)]
  if (a.length === 200 && a.every((letter, index) => letter === b[index])) return true
  let common = 0
  while (common < shown.length && shown[common] === whole[common]) common++
  return (
    common >= 197 &&
    common <= 200 &&
    shown.length <= 203 &&
    /^(…|\.{1,3}| ?\[?…\]?)$/.test(shown.slice(common))
  )
}

const elsewhere = scenario({
  id: 'agents/other-tenant',
  title: 'An agent of another tenant cannot be read',
  requirements: ['AGENT-15'],
  needs,
  cost: { requests: 3 },
  async run(t) {
    const agent = await knownAgent(t)
    await t.need('getAgent', { path: { agent_id: agent.id } })
    const key = t.keys.elsewhere('agents:read')
    const reply = await t.call('getAgent', { key, path: { agent_id: agent.id } })
    const refused = reply.status >= 400 && reply.status < 500
    if (!refused && isSharedId({ id: agent.id })) {
      return t.notExercised(
        'AGENT-15',
        'an id that only this tenant has: it is short, and may count per tenant',
        reply,
      )
    }
    t.expect('AGENT-15', refused, `key ${key.name} of another tenant reads the agent: ${reply.status}`, reply)
  },
})

const invalid = scenario({
  id: 'agents/list-invalid',
  title: 'The list of agents refuses parameters of a wrong type or outside their list',
  requirements: idsOf(refusalsOf('listAgents', 'query')),
  needs,
  cost: { requests: 5 },
  run: t => refuses(t, 'listAgents', refusalsOf('listAgents', 'query'), {}),
})

export const agentScenarios: readonly Scenario[] = [list, paging, preview, elsewhere, invalid]
