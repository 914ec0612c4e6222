// The answer of a chat model: plain sentences on the subject of the question, in its language, the same for the same
// messages.
import type { Random } from '../../simulation/random.ts'
import { isPassedOver } from '../../work/search/terms.ts'
import type { Message } from '../../world/completions.ts'
import { workOnGivenText } from './given-text.ts'
import { FREQUENT, greetedIn, LANGUAGES, type Language, namedIn, thankedIn } from './languages.ts'
import { capital, inRequestedForm, shortAnswer } from './request-form.ts'

/** An answer to the last message of a user, or a greeting if there is none. Many answers are not left to chance. */
export function answerTo(messages: readonly Message[], chance: () => Random): string {
  const asked = messages.filter(message => message.role === 'user').map(message => message.text.trim())
  const question = asked.at(-1) ?? ''
  const greeted = greetedIn(question)
  if (greeted) return greeted.greeting
  const instructions = messages.filter(({ role }) => role === 'system').map(({ text }) => text)
  const wish = [...instructions, question].join('\n')
  const spoken = languageOf(question)
  const language = namedIn(wish) ?? spoken
  if (question === '') return language.greeting
  const thanked = question.length <= MAX_COURTESY ? thankedIn(question) : undefined
  if (thanked) return thanked.welcome
  const dictated = DICTATED.exec(question)?.[1]
  if (dictated !== undefined) return dictated
  const translates = TRANSLATES.test(question)
  // Only an answer in the language of the question can quote it.
  const given = !translates && spoken === language ? workOnGivenText(question) : null
  if (given !== null) return given
  const random = chance()
  const short = shortAnswer(question, language, random)
  if (short !== null) return short
  if (language.oneWord.test(wish)) return random.pick(language.yesNo)
  const isBrief = language.brief.test(wish) || translates
  const subject = translates ? null : subjectOf(question)
  const formed = isBrief ? null : inRequestedForm(question, language, random, subject)
  if (formed !== null) return formed
  const [first = '', ...others] = random.shuffle(language.sentences).slice(0, isBrief ? 1 : random.int(2, 3))
  const earlier = isBrief ? null : subjectOf(asked.at(-2) ?? '')
  return [
    ...(language.asksYesNo.test(question) ? [random.pick(language.yesNo)] : []),
    subject ? language.about.replace('{}', subject) + first : capital(first),
    ...others.map(capital),
    ...(earlier ? [language.earlier.replace('{}', earlier)] : []),
  ].join(' ')
}

/** A translation is as short as its text mostly is, and does not begin with its subject. */
const TRANSLATES =
  /(?<!\p{L})(?:translate|übersetze?|tradui[st]|traduisez|traduce|traduci|traduza|vertaal)(?!\p{L})/iu

/** In characters; a longer message is about something. */
const MAX_COURTESY = 40

/** "Reply with the single word: heron" */
const DICTATED =
  /^(?:reply|respond|answer|say)\b[^:]{0,40}\b(?:word|words|text|exactly|only):\s*["']?([^"'\n]{1,80}?)["']?$/i

/** The subject of a text: a name in it, or the longest of its other words; null if nothing tells. */
export function subjectOf(text: string): string | null {
  const words = text.slice(0, MAX_READ).match(WORD) ?? []
  let subject = ''
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!
    const isName = UPPERCASE.test(word)
    if (!(isName || word.length > subject.length) || !isTelling(word)) continue
    subject = word
    if (isName) break
  }
  const [first = ''] = words
  if (subject === '' && isTelling(first)) subject = first
  return subject === '' || subject.length > MAX_SUBJECT ? null : subject
}

const UPPERCASE = /^\p{Lu}/u

/** Scripts without spaces between words, where a subject cannot be told from its sentence. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** With its number, as in "invoice 17". */
const WORD = /\p{L}[\p{L}\p{N}'’-]*(?: \d[\d/-]*)?/gu
/** In characters; what follows does not decide on the subject or the language. */
const MAX_READ = 2_000
const MAX_SUBJECT = 40

function isTelling(numbered: string): boolean {
  const end = numbered.indexOf(' ')
  const word = end < 0 ? numbered : numbered.slice(0, end)
  return word.length > 2 && !UNSPACED.test(word) && !isPassedOver(word) && !FREQUENT.has(word.toLowerCase())
}

/** The language of a question: the one with most of its frequent words. */
function languageOf(question: string): Language {
  const words = question.slice(0, MAX_READ).toLowerCase().match(LETTERS) ?? []
  const known = LANGUAGES.map(() => 0)
  for (const word of words) for (const language of FREQUENT.get(word) ?? []) known[language]! += 1
  return LANGUAGES[known.indexOf(Math.max(...known))] ?? LANGUAGES[0]
}

const LETTERS = /[\p{L}\p{M}]+/gu
