/** The likeness of two names, by their words. Names recur in every list that is compared, so each is looked at once. */
import { madeOnDemand } from '#mock/dialect'
import { lastOf } from '../recording/json-paths.ts'

/** The words of a path: `agent.displayName` is agent, display, name. */
export const wordsOf = madeOnDemand((path: string): readonly string[] =>
  path
    .replace(/(?<=[_.])in$|(?<=[a-z])In$/, ' input')
    .replace(/(?<=[_.])out$|(?<=[a-z])Out$/, ' output')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !STOP.has(word))
    .map(word => SAME[stem(word)] ?? stem(word)),
)

const STOP = new Set(['has', 'is', 'are', 'of', 'the', 'in'])

function stem(word: string): string {
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** Synonyms in interfaces of this kind. */
const SAME: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'id identifier uuid uid',
    'created create began begun opened made',
    'updated update modified changed change touched',
    'finished finish ended end completed succeeded done closed',
    'number no nr num sequence seq',
    'reference ref key code slug',
    'person user member people employee human',
    'tool function',
    'step stage',
    'cost spend spent price euro eur charge expense',
    'amount value sum',
    'duration elapsed took runtime second sec millisecond milli ms time',
    'input prompt',
    'output completion generated',
    'error fault failure failed faulted',
    'stopped halted terminated aborted',
    'requested request requester asked raised',
    'approver decider',
    'message detail reason text content body passage snippet excerpt',
    'retry retried repeat',
    'parent source origin',
    'started starter start triggered',
    'row item data result content entry record list',
    'total count overall element',
    'name title label display',
    'status state phase',
    'success successful',
    'rate ratio share percent percentage',
    'day date',
    'average mean avg',
    'balance credit available remaining',
    'thirty 30 month monthly',
    'workflow flow process',
    'knowledge base folder collection',
    'question ask pending',
    'approval gate decision',
    'run execution job',
    'agent bot assistant',
    'chat conversation thread',
    'limit size per perpage cap max maximum allowance',
    'offset skip start from',
    'more next',
    'by author who',
    'kind type category',
    'archived archive',
    'score relevance similarity',
    'visibility shared sharing',
    'saving saved',
    'today daily',
    'usage used use consumed',
  ].flatMap(line => {
    const [first = '', ...others] = line.split(' ')
    return others.map(word => [word, first])
  }),
)

/** Likeness by the words of the last name, and by all words of both paths. */
const LAST_WORDS = 0.85
const ALL_WORDS = 0.9

/** From this likeness, two names mean the same: they have their main word in common. */
export const ALIKE = 0.8

/** From 0 to 1. The last name of a path counts most; the names before it distinguish equal last names. */
export function likeness(a: string, b: string): number {
  return likenessTo(a)(b)
}

const likenessTo = madeOnDemand((a: string) =>
  madeOnDemand((b: string): number => {
    const [x, y] = [unwrapped(a), unwrapped(b)]
    const whole = between(x, y)
    const [bareX, bareY] = [bare(x), bare(y)]
    return bareX === x && bareY === y ? whole : Math.max(whole, between(bareX, bareY))
  }),
)

function between(x: string, y: string): number {
  if (x === y) return 1
  const [lastX, lastY] = [lastOf(x), lastOf(y)]
  const last = overlap(wordsOf(lastX), wordsOf(lastY)) * LAST_WORDS
  const whole = overlap(wordsOf(x), wordsOf(y)) * ALL_WORDS
  return x.includes('.') || y.includes('.') ? Math.max(whole, (last + whole) / 2) : Math.max(last, whole)
}

/** Without wrappers, which say nothing about their content. */
function unwrapped(path: string): string {
  return path.replaceAll('[]', '').replace(/^(data|result|payload)\.(?=.)/, '')
}

/** Without words for amounts, which say nothing about their subject. */
function bare(path: string): string {
  return path.replace(/(?<=.)\.(amount|value|euros|eur|total)$/i, '')
}

/** The shared words, weighted by their share of both names. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const [x, y] = [new Set(a), new Set(b)]
  const shared = x.intersection(y).size
  return shared === 0 ? 0 : (2 * shared) / (x.size + y.size)
}
