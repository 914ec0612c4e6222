/** The summary view of the agents cuts system prompts to 200 characters (section 8), and only that view does. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { findNamed } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, recordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks } from '../../requirements/missing.ts'
import { queryText } from '../query-text.ts'

/** Stated in section 8. */
const PREVIEW = 200

export const promptScenario = scenario({
  id: 'agents/preview',
  title: 'The summary view cuts the system prompt to 200 characters, the full view does not',
  requirements: ['AGENT-12', 'AGENT-13'],
  needs: { capability: 'agents', scopes: ['agents:read'] },
  cost: { requests: 21 },
  async run(t) {
    const { list: first, single } = await firstPrompts(t)
    const size = Math.max(1, replyRows(first).length)
    const declared = t.target.fixtures.get('agent-long-prompt')?.id
    const long = declared === undefined ? undefined : single.get(declared)
    if (long) {
      const sentence = `the agent ${declared}, declared to have a longer prompt, shows ${length(long.prompt)} characters of it`
      t.expect('stated-type', 'AGENT-13', length(long.prompt) > PREVIEW, sentence, long.reply)
    }
    const pages = [{ offset: 0 }, { limit: size, offset: 0 }, { limit: size, offset: 1 }]
    for (const beside of [{}, { limit: size }, ...pages]) {
      const read = async () => ({
        full: await t.call('listAgents', { query: beside }),
        short: await t.call('listAgents', { query: { ...beside, view: 'summary' } }),
        again: await t.call('listAgents', { query: beside }),
      })
      // One view may be older than the other.
      const agree = ({ full, short }: Awaited<ReturnType<typeof read>>) => {
        const cut = promptsIn(short)
        return [...promptsIn(full)].every(([id, shown]) => isPreview(cut.get(id) ?? shown, shown))
      }
      const { full, short, again } = await t.settled('the views to agree', read, agree)
      if ([full, short, again].some(({ status }) => status !== 200)) continue
      const named = queryText({ view: 'summary', ...beside })
      for (const [id, shown] of promptsIn(full)) {
        // An agent that was changed meanwhile shows nothing.
        if (promptsIn(again).get(id) !== shown) continue
        const one = single.get(id)?.prompt
        const prompt = one !== undefined && isPreview(shown, one) ? one : shown
        const cut = promptsIn(short).get(id)
        if (one !== undefined && promptsIn(first).get(id) === shown) fullView(t, id, shown, cut, one, full)
        cutView(t, id, cut, prompt, named, [short, full])
      }
    }
    await staysWhole(t)
    const what = 'an agent in the list whose prompt is shown and has more than 200 characters'
    const open = ['AGENT-12', 'AGENT-13'].filter(id => !t.isDecided(id))
    t.notExercised(open, lacks.fixture('agent-long-prompt', what))
  },
})

/**
 * The prompts before anything was asked for the summary view: in the list, and as single agents show them, of those that
 * the full list may have cut and the one that is declared long.
 */
export const firstPrompts = (t: Trial) =>
  t.once('prompts before any summary', async () => {
    const list = await t.need('listAgents')
    const declared = t.target.fixtures.get('agent-long-prompt')?.id
    const single = new Map<string, { prompt: string; reply: Exchange }>()
    const longest = [...promptsIn(list)].sort(([, a], [, b]) => length(b) - length(a)).map(([id]) => id)
    for (const agent_id of new Set([...longest.slice(0, 5), ...(declared ? [declared] : [])])) {
      const { prompt, reply } = await readPrompt(t, agent_id)
      if (prompt !== undefined) single.set(agent_id, { prompt, reply })
    }
    return { list, single }
  })

async function readPrompt(t: Trial, agent_id: string) {
  const reply = await t.call('getAgent', { path: { agent_id } })
  return { reply, prompt: reply.status === 200 ? promptOf(recordIn(reply.json, ['agent'])) : undefined }
}

/** The summary view cuts what it shows, and not the agent: where it did, what was whole is exactly the preview. */
async function staysWhole(t: Trial) {
  const { single } = await firstPrompts(t)
  const long = [...single].find(([, { prompt }]) => length(prompt.trim()) > PREVIEW)
  if (!long) return
  const [agent_id, { prompt, reply }] = long
  const { reply: again, prompt: shown } = await readPrompt(t, agent_id)
  if (shown === undefined || shown === prompt || !isPreview(shown, prompt)) return
  // Somebody may have changed its end.
  const summary = await t.call('listAgents', { query: { view: 'summary' } })
  if (promptsIn(summary).get(agent_id) !== shown) return
  const sentence = `after view=summary the agent ${agent_id} shows ${length(shown)} of the ${length(prompt)} characters of its prompt`
  t.violated('stated-type', 'AGENT-13', sentence, reply, again)
}

/** Without view=summary, the list does not cut what the agent shows as longer; each may fill in the end in its own way. */
function fullView(
  t: Trial,
  id: string,
  shown: string,
  cut: string | undefined,
  whole: string,
  full: Exchange,
) {
  if (length(whole.trim()) <= PREVIEW) return
  const isCut = shown === cut && shown !== whole && isPreview(shown, whole)
  const sentence = `without view=summary the list shows ${length(shown)} of the ${length(whole)} characters of the prompt of ${id}`
  t.expect('stated-type', 'AGENT-13', !isCut, sentence, full)
}

/** With view=summary, a long prompt is cut, and any other is there as it is. */
function cutView(
  t: Trial,
  id: string,
  shown: string | undefined,
  whole: string,
  view: string,
  [short, full]: [Exchange, Exchange],
) {
  const isListed = replyRows(short).some(row => idOf(row, 'agent') === id)
  if (whole === '' || !isListed) return
  if (shown === undefined) {
    const sentence = `${view} leaves out the prompt of ${id}, which the full view shows`
    return t.violated('stated-member', 'AGENT-12', sentence, short, full)
  }
  const sentence = `${view} shows ${length(shown)} of the ${length(whole)} characters of the prompt of ${id}`
  const missing = Array.from(whole.trim()).slice(length(shown.trim())).join('')
  if (length(whole) > PREVIEW)
    t.expect('stated-type', 'AGENT-12', isPreview(shown, whole), sentence, short, full)
  else if (isCut(shown, whole) && !isPreview(shown, whole) && /\p{L}/u.test(missing))
    t.violated('stated-type', 'AGENT-12', sentence, short, full)
}

const promptsIn = (reply: Exchange): Map<string, string> =>
  new Map(
    replyRows(reply).flatMap(row => {
      const [id, prompt] = [idOf(row, 'agent'), promptOf(row)]
      return id === undefined || prompt === undefined ? [] : [[id, prompt] as const]
    }),
  )

function promptOf(row: unknown): string | undefined {
  const found = findNamed(row, 'system_prompt', 3)
  return typeof found?.value === 'string' ? found.value : undefined
}

const length = (text: string): number => Array.from(text).length

/** The beginning of the prompt, or nothing of it, perhaps with a mark of omission. */
const isCut = (shown: string, whole: string): boolean =>
  whole.trim() !== '' && whole.trim().startsWith(shown.replace(/[\s.…[\]()]*$/, '').trim())

/** A preview of the prompt, or of the prompt without the blanks at its beginning. */
const isPreview = (shown: string, whole: string): boolean =>
  isBeginning(shown, whole) || isBeginning(shown, whole.trimStart())

/**
 * The beginning of the prompt, to its 200th character, perhaps without the blanks at the end, or with a mark of omission
 * inside or after them. Further characters of the prompt are no mark, unless they look like one.
 */
function isBeginning(shown: string, whole: string): boolean {
  let common = 0
  while (common < shown.length && shown[common] === whole[common]) common++
  // Counted as UTF-16 units, as code points, or as what a reader takes for one character.
  const graphemes = Array.from(new Intl.Segmenter().segment(whole), ({ segment }) => segment)
  const cuts = [PREVIEW, ...[Array.from(whole), graphemes].map(all => all.slice(0, PREVIEW).join('').length)]
  return cuts.some(cut => {
    const kept = Math.min(common, cut)
    const mark = shown.slice(kept)
    const blanks = whole.slice(kept, cut).trim() === ''
    const isMark = /^[\s.…[\]()]*$/.test(mark) || !whole.startsWith(mark, kept)
    return kept > 0 && isMark && (blanks || kept + mark.length >= cut)
  })
}
