// The result of a calculation that a question states in figures, such as "17% of 2,340" or "12 por 8".

const NUMBER = /(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/.source
const TIMES = /[*×]|\b(?:x|times|mal|fois|por)\b/.source
const DIVIDED = /÷|\/|\b(?:divided by|geteilt durch|divisé par|entre)\b/.source
const LESS = /-|\b(?:minus|moins|menos)\b/.source
const PLUS = /\+|\b(?:plus|más)\b/.source
/** With spaces, or it may be a date or a number of something. */
const OPERATOR = `\\s(?:${[TIMES, DIVIDED, LESS, PLUS].join('|')})\\s`

const PERCENT = new RegExp(
  `(${NUMBER})\\s*(?:%|percent|prozent)\\s*(?:of|von|de|del|di|van)\\s+(${NUMBER})`,
  'i',
)
const ADDED = new RegExp(
  `^(?:add|sum up|addiere|additionne[rz]?|suma)(?:[\\s,:+]|\\b(?:and|to|und|et|y)\\b|${NUMBER})+[.?!]?$`,
  'i',
)
const ASKS =
  /what|how much|was|wie ?viel|combien|cuánto|quanto|hoeveel|calcul\w*|compute|solve|berechne|bereken/.source
/** At the beginning or after a question word, and up to the end of a sentence: "9 - 11" may be hours or invoices. */
const CHAIN = new RegExp(
  `(?:^|\\b(?:${ASKS})\\b\\D{0,20})(${NUMBER}(?:${OPERATOR}${NUMBER})+)\\s*(?:[=?.!]|$)`,
  'i',
)

/** The result as a text, rounded to cents; null if the question states no calculation. */
export function calculated(question: string): string | null {
  const share = PERCENT.exec(question)
  if (share) return shown((amountOf(share[1]) * amountOf(share[2])) / 100)
  if (ADDED.test(question)) {
    const numbers = question.match(new RegExp(NUMBER, 'g')) ?? []
    if (numbers.length > 1) return shown(numbers.reduce((sum, number) => sum + amountOf(number), 0))
  }
  const chain = CHAIN.exec(question)?.[1]
  return chain === undefined ? null : resultOf(chain)
}

/** Multiplies and divides first, then adds up. */
function resultOf(chain: string): string | null {
  const operators = chain.match(new RegExp(OPERATOR, 'gi')) ?? []
  const [first = 0, ...others] = chain.split(new RegExp(OPERATOR, 'i')).map(amountOf)
  const terms = [first]
  for (const [index, value] of others.entries()) {
    const operator = operators[index] ?? ''
    const is = (pattern: string) => new RegExp(pattern, 'i').test(operator)
    if (is(TIMES)) terms.push(terms.pop()! * value)
    else if (is(DIVIDED)) terms.push(terms.pop()! / value)
    else terms.push(is(LESS) ? -value : value)
  }
  const result = terms.reduce((sum, term) => sum + term, 0)
  return Number.isFinite(result) ? shown(result) : null
}

function amountOf(number = ''): number {
  return Number(number.replaceAll(',', ''))
}

function shown(result: number): string {
  return String(Number(result.toFixed(2)))
}
