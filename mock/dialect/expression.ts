// Parses expressions of templates: `cost_euros * 100 whole`.
import { FORM_NAMES, valueForm } from './value-forms.ts'

export type Expression =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'made-up'; readonly form: string }
  | { readonly kind: 'record'; readonly name: string }
  | { readonly kind: 'source'; readonly path: readonly string[]; readonly steps: readonly Step[] }

export type Step =
  | { readonly op: 'times'; readonly by: number }
  | { readonly op: (typeof PLAIN)[number] }
  | { readonly op: 'as'; readonly form: string }
  | { readonly op: 'or'; readonly otherwise: Expression }

/** An invalid expression; the message says what is expected. */
export class ExpressionError extends Error {}

export function parseExpression(text: string): Expression {
  if (text.startsWith('=')) return { kind: 'constant', value: constantIn(text.slice(1)) }
  if (text.startsWith('~')) return { kind: 'made-up', form: formNamed(text.slice(1)) }
  if (/^[A-Z]\w*$/.test(text)) return { kind: 'record', name: text }
  const [source = '', ...words] = text.split(' ').filter(word => word !== '')
  if (!/^[a-z_.][\w.]*$/i.test(source))
    throw new ExpressionError(
      `'${text}' is no value: write a member, =constant, ~form, now, or the name of a record`,
    )
  return { kind: 'source', path: source === '.' ? [] : source.split('.'), steps: stepsIn(words, text) }
}

function stepsIn(words: readonly string[], text: string): Step[] {
  const rest = [...words]
  const steps: Step[] = []
  const next = (op: string) => {
    const word = rest.shift()
    if (word === undefined) throw new ExpressionError(`'${text}' ends after ${op}`)
    return word
  }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '*' || word === '/') {
      const factor = Number(next(word))
      if (!(factor > 0)) throw new ExpressionError(`'${text}': ${word} takes a number above 0`)
      steps.push({ op: 'times', by: word === '*' ? factor : 1 / factor })
    } else if (word === 'as') steps.push({ op: 'as', form: formNamed(next('as')) })
    else if (word === 'or') {
      // A constant may contain spaces, so it extends to the end.
      const otherwise = next('or')
      const more = otherwise.startsWith('=') ? [otherwise, ...rest.splice(0)].join(' ') : otherwise
      steps.push({ op: 'or', otherwise: parseExpression(more) })
    } else {
      const op = PLAIN.find(plain => plain === word)
      if (!op)
        throw new ExpressionError(
          `'${text}': ${word} is no operator; there are * n, / n, ${PLAIN.join(', ')}, as FORM, or ~FORM, or =VALUE`,
        )
      steps.push({ op })
    }
  }
  return steps
}

const PLAIN = ['whole', 'text', 'number', 'count', 'first', 'join', 'optional'] as const

function constantIn(text: string): string | number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function formNamed(name: string): string {
  if (!valueForm(name))
    throw new ExpressionError(`there is no form ${name}; there are ${FORM_NAMES.join(', ')}`)
  return name
}
