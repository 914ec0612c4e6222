// The form of answer that a question asks for: a result, one of several words, a list, a letter, code.
import type { Random } from '../../simulation/random.ts'
import { calculated } from './arithmetic.ts'
import { asksToWrite, type Language } from './languages.ts'

/** The result of a calculation, a mood, or one of the words that a question gives to choose from. */
export function shortAnswer(question: string, { yesNo }: Language, random: Random): string | null {
  const result = calculated(question)
  if (result !== null) return result
  if (YES_OR_NO.test(question)) return random.pick(yesNo)
  if (/\bsentiment\b/i.test(question)) return UNPLEASANT.test(question) ? 'Negative.' : 'Positive.'
  const options = optionsIn(question)
  return options.length > 1 ? `${capital(random.pick(options))}.` : null
}

/**
 * An answer in the form that the question asks for, made of the language's sentences; null where plain sentences will
 * do.
 */
export function inRequestedForm(
  question: string,
  language: Language,
  random: Random,
  subject: string | null,
): string | null {
  if (ASKS_FOR_CODE.test(question)) return codeFor(question, subject)
  const sentences = random.shuffle(language.sentences)
  const { letter, list } = language
  if (letter.asked.test(question)) {
    const [first = '', second = ''] = sentences
    const opening = subject ? language.about.replace('{}', subject) + first : capital(first)
    return [letter.greeting, `${opening} ${capital(second)}`, letter.closing].join('\n\n')
  }
  if (list.test(question)) {
    const wanted = Math.min(countIn(question) ?? 3, sentences.length)
    return sentences
      .slice(0, wanted)
      .map((text, index) => `${index + 1}. ${capital(text)}`)
      .join('\n')
  }
  return null
}

const YES_OR_NO = /\b(?:yes or no|ja oder nein|oui ou non|sí o no|sì o no|sim ou não|ja of nee)(?!\p{L})/iu
const UNPLEASANT =
  /\b(?:not|no|never|nobody|nothing|\w+n't|bad|broken|late|wrong|missing|slow|waited|disappoint\w*|terrible|awful|angry|worst)\b/i

/** "as billing, technical or other" */
const OPTIONS =
  /(?:\b(?:as|als|comme|como|whether)|(?:category|categories|fits|which)\b[^:\n]{0,30}:)\s+((?:["'“]?[\p{L}-]+["'”]?,\s*)*["'“]?[\p{L}-]+["'”]?,?)\s+(?:or|oder|ou|o)\s+["'“]?([\p{L}-]+)/iu

function optionsIn(question: string): string[] {
  const stated = OPTIONS.exec(question)
  if (!stated) return []
  const [, first = '', last = ''] = stated
  return [...first.split(','), last].map(option => option.replace(/["'“”]/g, '').trim()).filter(Boolean)
}

const COUNTS: readonly RegExp[] = [
  /\b(?:two|zwei|deux|dos|due|dois|twee|2)\b/i,
  /\b(?:three|drei|trois|tres|tre|três|drie|3)\b/i,
  /\b(?:four|vier|quatre|cuatro|quattro|quatro|4)\b/i,
  /\b(?:five|fünf|cinq|cinco|cinque|vijf|5)\b/i,
  /\b(?:six|sechs|seis|sei|zes|6)\b/i,
]

/** How many things the question asks for. */
function countIn(question: string): number | undefined {
  const index = COUNTS.findIndex(count => count.test(question))
  return index < 0 ? undefined : index + 2
}

const ASKS_FOR_CODE = asksToWrite(
  'code|function|script|query|funktion|abfrage|fonction|requête|función|consulta|python|javascript|typescript|sql|bash|regex',
)

/** A short piece of code in the language that the question names. */
function codeFor(question: string, subject: string | null): string {
  const name =
    (subject ?? 'value')
      .toLowerCase()
      .replace(/[^a-z]+/g, '_')
      .replace(/^_|_$/g, '') || 'value'
  if (/\bsql|query|abfrage|requête|consulta\b/i.test(question))
    return `\`\`\`sql\nselect *\nfrom ${name === 'sql' ? 'invoices' : name}\norder by created_at desc\nlimit 10;\n\`\`\``
  if (/\bpython\b/i.test(question))
    return '```python\ndef main(values):\n    """Return the values that are set, in order."""\n    return [value for value in values if value is not None]\n```'
  if (/\bbash|shell\b/i.test(question))
    return '```bash\nset -euo pipefail\nfind . -type f -newer last-run | sort\n```'
  if (/\bregex\b/i.test(question)) return '`^\\d{4}-\\d{2}-\\d{2}$`'
  return '```js\nexport function main(values) {\n  return values.filter(value => value !== null)\n}\n```'
}

export function capital(text: string): string {
  if (!SMALL.test(text)) return text
  const length = text.codePointAt(0)! > 0xffff ? 2 : 1
  return text.slice(0, length).toUpperCase() + text.slice(length)
}

const SMALL = /^\p{Ll}/u
