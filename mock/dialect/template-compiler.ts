// Compiles a template to the schema of its values and the function that makes them, so that a reply always matches the
// document that describes it.
import {
  branchesOf,
  componentOf,
  document,
  type Fields,
  isFields,
  propertiesOf,
  resolve,
  type Schema,
} from '#openapi'
import { madeOncePer } from '../store/on-demand.ts'
import type { Dialect } from './dialect.ts'
import { type Expression, ExpressionError, parseExpression, type Step } from './expression.ts'
import { PAGE_MEMBERS, pathOf, reader } from './source-path.ts'
import { type Choice, isChoice, isSelection, type Selection, type Template } from './template.ts'
import {
  always,
  type CompiledTemplate,
  isNullable,
  MISSING,
  madeOnce,
  nullable,
  operated,
  reused,
  type TemplateMoment,
  type Uses,
  usesOf,
  withDefault,
} from './template-operators.ts'
import { valueForm } from './value-forms.ts'
import { inWords, type Words } from './words.ts'

/** A source: its schema in the default contract, and the component that it is a member of. */
interface Scope {
  readonly schema: Schema
  readonly within: string
  /** Whether it is a member of something that may be null. */
  readonly isOpen?: boolean
}

/** An invalid template; `at` is its path below `dialect`. */
export class TemplateError extends Error {
  readonly at: readonly string[]

  constructor(message: string, at: readonly string[]) {
    super(message)
    this.at = at
  }
}

type Place = readonly string[]

function mustBe(type: 'string' | 'number', template: Fields, names: readonly string[], at: Place): void {
  for (const name of names)
    if (template[name] !== undefined && typeof template[name] !== type)
      throw new TemplateError(
        `${name} is a ${type === 'string' ? 'text' : type}, not ${JSON.stringify(template[name])}`,
        [...at, name],
      )
}

/** The compiler of a dialect, made once: what the reader of a twin file has compiled is used again to serve it. */
export const compilerOf = madeOncePer((dialect: Dialect) => new TemplateCompiler(dialect))

export class TemplateCompiler {
  readonly #dialect: Dialect
  readonly #compiled = new Map<string, { readonly template: Template; readonly whole: CompiledTemplate }>()
  /** Records by the schema that they read from, and by name and component. */
  readonly #records = new WeakMap<Schema, Map<string, CompiledTemplate>>()
  /** The whole default reply of the template that is being compiled. */
  #reply: Scope = { schema: {}, within: '' }
  /** The records that are being compiled. */
  readonly #open = new Set<string>()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Compiles a template that reads from a schema of the default contract. */
  compile(template: Template, schema: Schema, at: Place): CompiledTemplate {
    const place = at.join(' ')
    const known = this.#compiled.get(place)
    if (known?.template === template) return known.whole
    this.#reply = this.#scopeOf(schema, '')
    const compiled = this.#compile(template, this.#reply, at)
    const encode: CompiledTemplate['encode'] = (source, { at, seed }) =>
      compiled.encode(source, { at, seed, reply: source })
    const uses = new Set(compiled.uses)
    // The whole reply is the source.
    const whole = reused(uses.delete('reply') ? { ...compiled, uses, encode } : compiled)
    this.#compiled.set(place, { template, whole })
    return whole
  }

  #compile(template: Template, scope: Scope, at: Place): CompiledTemplate {
    if (typeof template === 'string') return this.#expression(parsed(template, at), scope, at)
    if (!isFields(template))
      throw new TemplateError(`a template is an expression or a map, not ${JSON.stringify(template)}`, at)
    if (isSelection(template)) {
      mustBe('string', template, ['of', 'each', 'by', 'when'], at)
      mustBe('number', template, ['times'], at)
      return this.#selection(template, scope, at)
    }
    if (isChoice(template)) {
      mustBe('string', template, ['case'], at)
      return this.#choice(template, scope, at)
    }
    const all = Object.entries(template).map(
      ([name, inner]) => [name, this.#compile(inner, scope, [...at, name])] as const,
    )
    const uses = usesOf(all.map(([, member]) => member))
    // Otherwise the object is reused as a whole.
    const members = uses.size > 0 ? all.map(([name, member]) => [name, reused(member)] as const) : all
    const names = members.map(([name]) => name)
    const encoders = members.map(([, { encode }]) => encode)
    return {
      schema: {
        type: 'object',
        required: members.filter(([, { isOptional }]) => !isOptional).map(([name]) => name),
        properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
      },
      isOptional: false,
      uses,
      encode(source, moment) {
        const made: Fields = {}
        for (let at = 0; at < names.length; at++) {
          const value = encoders[at]!(source, moment)
          if (value !== MISSING) made[names[at]!] = value ?? null
        }
        return made
      },
    }
  }

  #choice({ case: member, are }: Choice, scope: Scope, at: Place): CompiledTemplate {
    const { read, uses } = this.#asked(member, scope, [...at, 'case'])
    const compiled = new Map(
      Object.entries(are).map(([word, template]) => [
        word,
        this.#compile(template, scope, [...at, 'are', word]),
      ]),
    )
    return {
      schema: { anyOf: [...compiled.values()].map(({ schema }) => schema) },
      isOptional: false,
      uses: usesOf([{ uses }, ...compiled.values()]),
      encode(source, moment) {
        const chosen = compiled.get(String(read(source, moment))) ?? compiled.get('*')
        return chosen ? chosen.encode(source, moment) : null
      },
    }
  }

  /** A member that a condition reads, from the source or the whole reply. */
  #asked(text: string, scope: Scope, at: Place) {
    const [first, ...others] = pathOf(text)
    const isOfReply = first === 'reply'
    const path = isOfReply ? others : pathOf(text)
    this.#at(isOfReply ? this.#reply : scope, path, at)
    const read = reader(path)
    const uses: Uses = new Set(isOfReply ? ['reply'] : [])
    return { uses, read: (source: unknown, { reply }: TemplateMoment) => read(isOfReply ? reply : source) }
  }

  #selection(selection: Selection, scope: Scope, at: Place): CompiledTemplate {
    const plain = this.#selected(selection, scope, at)
    const { when } = selection
    if (when === undefined) return plain
    const { uses, isMet } = this.#condition(when, scope, [...at, 'when'])
    const otherwise = 'else' in selection ? null : MISSING
    return {
      schema: 'else' in selection ? nullable(plain.schema) : plain.schema,
      isOptional: plain.isOptional || !('else' in selection),
      uses: usesOf([{ uses }, plain]),
      encode: (source, moment) => (isMet(source, moment) ? plain.encode(source, moment) : otherwise),
    }
  }

  #selected({ is, of, each, by, times }: Selection, scope: Scope, at: Place): CompiledTemplate {
    if (each !== undefined) {
      const list = this.#at(scope, pathOf(each), [...at, 'each'])
      const element = this.#compile(is, this.#scopeOf(list.schema.items ?? {}, list.within), [...at, 'is'])
      const rowsOf = reader(pathOf(each))
      const keyOf = by === undefined ? undefined : reader(pathOf(by))
      const { uses } = element
      const rowsAre = { isOptional: false, uses }
      // A row keeps what was made up for it first.
      const once = uses.has('at') || uses.has('reply') ? undefined : madeOnce()
      const encodeAll = (source: unknown, { at, seed, reply }: TemplateMoment) => {
        const rows = rowsOf(source)
        const all: readonly unknown[] =
          Array.isArray(rows) && rows.length > 0 ? rows : Array.from({ length: times ?? 0 })
        return all.map((row, index) => {
          const make = () => element.encode(row, { at, seed: `${seed}/${index}`, reply })
          return once ? once(row, make) : make()
        })
      }
      if (!keyOf) return { ...rowsAre, schema: { type: 'array', items: element.schema }, encode: encodeAll }
      return {
        ...rowsAre,
        schema: { type: 'object', additionalProperties: element.schema },
        encode(source, moment) {
          const rows = rowsOf(source)
          const values = encodeAll(source, moment)
          return Array.isArray(rows)
            ? Object.fromEntries(values.map((value, index) => [String(keyOf(rows[index]) ?? index), value]))
            : {}
        },
      }
    }
    if (of !== undefined) {
      const inner = this.#compile(is, this.#at(scope, pathOf(of), [...at, 'of']), [...at, 'is'])
      const read = reader(pathOf(of))
      return {
        ...inner,
        schema: nullable(inner.schema),
        encode(source, moment) {
          const value = read(source)
          return value === null || value === undefined ? null : inner.encode(value, moment)
        },
      }
    }
    const one = this.#compile(is, scope, [...at, 'is'])
    if (times === undefined) return one
    const list = always({ type: 'array', items: one.schema }, (source, { at, seed, reply }) =>
      Array.from({ length: times }, (_, index) =>
        one.encode(source, { at, seed: `${seed}/${index}`, reply }),
      ),
    )
    return { ...list, uses: one.uses }
  }

  #condition(text: string, scope: Scope, at: Place) {
    const [path = '', words] = text.split(' = ')
    const { uses, read } = this.#asked(path, scope, at)
    const known = new Set(words?.split(' or '))
    const isMet = (source: unknown, moment: TemplateMoment) => {
      const value = read(source, moment)
      if (words !== undefined) return known.has(String(value))
      return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)
    }
    return { uses, isMet }
  }

  #expression(expression: Expression, scope: Scope, at: Place): CompiledTemplate {
    switch (expression.kind) {
      case 'constant':
        return always({ const: expression.value }, () => expression.value)
      case 'made-up': {
        const form = valueForm(expression.form)!
        const place = at.join('.')
        return form.isSeeded
          ? {
              ...always(form.schema, (_, { seed }) => form.madeUp(`${seed}/${place}`)),
              uses: new Set(['seed']),
            }
          : always(form.schema, () => form.madeUp(''))
      }
      case 'record':
        return this.#record(expression.name, scope, at)
      default:
        return expression.path[0] === 'now' && expression.path.length === 1
          ? this.#stepped(now(expression.steps[0]), expression.steps, scope, at)
          : this.#plainSource(expression.path, expression.steps, scope, at)
    }
  }

  #record(name: string, scope: Scope, at: Place): CompiledTemplate {
    const template = this.#dialect.records?.[name]
    if (template === undefined)
      throw new TemplateError(`there is no record ${name} below dialect.records`, at)
    if (this.#open.has(name)) throw new TemplateError(`the record ${name} contains itself`, at)
    const { schema, within } = scope
    const known = this.#records.get(schema)?.get(`${name} ${within}`)
    if (known) return known
    this.#open.add(name)
    let compiled: CompiledTemplate
    try {
      compiled = this.#compile(template, scope, ['records', name])
    } finally {
      this.#open.delete(name)
    }
    // What it reads of the whole reply is known for this reply only.
    if (compiled.uses.has('reply')) return compiled
    const records = this.#records.get(schema) ?? new Map<string, CompiledTemplate>()
    this.#records.set(schema, records.set(`${name} ${within}`, compiled))
    return compiled
  }

  #plainSource(path: readonly string[], steps: readonly Step[], scope: Scope, at: Place): CompiledTemplate {
    const { schema, within, isOpen } = this.#at(scope, path, at)
    const all: Readonly<Record<string, Words | undefined>> = this.#dialect.words ?? {}
    // The words of a member, or of the component that it is.
    const words = (schema.enum && all[`${within}.${path.at(-1)}`]) ?? all[within]
    const read = reader(path)
    const get = words
      ? (source: unknown) => {
          const value = read(source)
          return typeof value === 'string' ? (words[value] ?? value) : value
        }
      : read
    const own = words && schema.enum ? inWords(schema, words) : schema
    return this.#stepped(always(isOpen ? nullable(own) : own, get), steps, scope, at)
  }

  #stepped(source: CompiledTemplate, steps: readonly Step[], scope: Scope, at: Place): CompiledTemplate {
    let compiled = source
    for (const step of steps)
      compiled =
        step.op === 'or'
          ? withDefault(compiled, this.#expression(step.otherwise, scope, at))
          : operated(compiled, step)
    return compiled
  }

  #at(scope: Scope, path: readonly string[], at: Place): Scope {
    let here = scope
    let isOpen = false
    for (const name of path) {
      const inner =
        this.#member(here.schema, name) ??
        (this.#member(here.schema, 'data') ? PAGE_MEMBERS[name] : undefined)
      if (!inner) {
        const known = Object.keys(propertiesOf(document, here.schema))
        const list = known.length > 0 ? `; it has ${known.join(', ')}` : ''
        throw new TemplateError(`${here.within || 'the reply'} has no member ${name}${list}`, at)
      }
      isOpen ||= isNullable(here.schema)
      here = this.#scopeOf(inner, here.within)
    }
    return isOpen ? { ...here, isOpen } : here
  }

  #member(schema: Schema, name: string): Schema | undefined {
    const { properties, isOpen } = membersOf(schema)
    // If any member is allowed, this one is.
    return properties[name] ?? (isOpen ? {} : undefined)
  }

  /** A scope with its component, by which words are looked up. */
  #scopeOf(schema: Schema, within: string): Scope {
    if (schema.$ref !== undefined) return { schema: resolved(schema), within: componentOf(schema.$ref) }
    const [only, ...others] = (schema.oneOf ?? []).filter(({ type }) => type !== 'null')
    if (only?.$ref !== undefined && others.length === 0)
      return { schema: nullable(resolved(only)), within: componentOf(only.$ref) }
    return { schema, within }
  }
}

function resolved(schema: Schema): Schema {
  return resolve(document, schema).element
}

const membersOf = madeOncePer((schema: Schema) => ({
  properties: propertiesOf(document, schema),
  isOpen: branchesOf(document, schema).some(({ additionalProperties }) => additionalProperties === true),
}))

/** The time of the reply; a form formats it as it is. */
function now(first: Step | undefined): CompiledTemplate {
  const isFormatted = first?.op === 'as' && valueForm(first.form)?.instant !== undefined
  const encode: CompiledTemplate['encode'] = isFormatted
    ? (_, { at }) => at
    : (_, { at }) => new Date(at).toISOString()
  return { ...always({ type: 'string', format: 'date-time' }, encode), uses: new Set(['at']) }
}

function parsed(text: string, at: Place): Expression {
  try {
    return parseExpression(text)
  } catch (error) {
    if (error instanceof ExpressionError) throw new TemplateError(error.message, at)
    throw error
  }
}
