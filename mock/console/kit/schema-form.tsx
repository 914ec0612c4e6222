// The fields of a form, made from a schema of the documents: a field, a word or a kind that is added there appears here.
import { useState } from 'preact/hooks'
import type { Contract, Schema } from '../../../openapi/contract.ts'
import type { Call } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { useControl } from '../state/reads.ts'
import { Check, Field, type InputAttributes, Select, TextField } from './fields.tsx'
import { Skeleton } from './loaded.tsx'
import { inWords } from './values.tsx'

/** A document of which schemas are shown; references are looked up in it. */
type SchemaDocument = Pick<Contract, 'components'>

/** What the schema does not say about a field of a form. */
interface FieldOptions {
  readonly label?: string
  readonly hint?: string
  readonly placeholder?: string
  /** Lines of a text. */
  readonly rows?: number
  readonly isWide?: boolean
  /** For a list of which the form makes the only item. */
  readonly one?: boolean
  /** Values to choose from, where the schema leaves them open or some do not fit. */
  readonly options?: readonly (readonly [value: string, text: string])[]
}

type Api = Call['api']
type Values = Readonly<Record<string, unknown>>

const NO_DOCUMENT: SchemaDocument = { components: { schemas: {} } }

interface SchemaFieldsProps {
  readonly document?: SchemaDocument
  readonly schema: Schema
  /** Undefined for an object that is left out as a whole. */
  readonly value: Values | undefined
  /** Gets the members that changed; undefined for one that is left out. */
  readonly onChange: (change: Values) => void
  /** The fields that are shown at once, in this order; all others are below "More". Default: all. */
  readonly first?: readonly string[]
  readonly hide?: readonly string[]
  readonly options?: Readonly<Record<string, FieldOptions>>
}

/** The fields of a schema by its name in a document. Default: that of the control API. */
export function SchemaForm(
  props: Omit<SchemaFieldsProps, 'document' | 'schema'> & { api?: Api; name: keyof Schemas },
) {
  const { api = 'control', name, ...rest } = props
  const document = useDocument(api)
  const schema = document?.components.schemas[name]
  return schema ? <SchemaFields document={document} schema={schema} {...rest} /> : <Skeleton />
}

/** What a form holds while it is filled in; both members are props of the form. */
export function useDraft<Value extends object>(begun: Value) {
  const [value, setValue] = useState(begun)
  return { value, onChange: (change: Values) => setValue({ ...value, ...change }) }
}

/** The document of an API; undefined until it is read. */
export function useDocument(api: Api): SchemaDocument | undefined {
  const read = useControl(api === 'service' ? 'getServiceDocument' : 'getControlDocument', {})
  return read.data as SchemaDocument | undefined
}

/** The same of a schema that no document has. */
export function SchemaFields(props: SchemaFieldsProps) {
  const { document = NO_DOCUMENT, schema, hide = [], first, options = {}, value, onChange } = props
  const { properties = {}, required = [] } = resolved(document, schema)
  const names = Object.keys(properties).filter(name => !hide.includes(name))
  const more = first ? names.filter(name => !first.includes(name)) : []
  const fieldOf = (name: string) => (
    <SchemaField
      key={name}
      document={document}
      schema={resolved(document, (options[name]?.one && properties[name]!.items) || properties[name]!)}
      name={name}
      isRequired={value !== undefined && required.includes(name)}
      value={value?.[name]}
      onChange={value => onChange({ [name]: value })}
      {...options[name]}
    />
  )
  return (
    <>
      <div class="fields">{(first ?? names).map(fieldOf)}</div>
      {more.length > 0 ? (
        <details class="more-fields">
          <summary class="muted small">More</summary>
          <div class="fields">{more.map(fieldOf)}</div>
        </details>
      ) : null}
    </>
  )
}

interface SchemaFieldProps extends FieldOptions {
  readonly document: SchemaDocument
  /** Resolved. */
  readonly schema: Schema
  readonly name: string
  readonly isRequired: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function SchemaField(props: SchemaFieldProps) {
  const { document, schema, name, isRequired, value, onChange } = props
  const label = props.label ?? schema.title ?? inWords(name)
  const hint = props.hint ?? firstSentence(schema) ?? ''
  const types = typesOf(schema)
  const choices =
    props.options ??
    schema.enum?.flatMap(word => (typeof word === 'string' ? [[word, inWords(word)] as const] : []))
  const items = schema.items && resolved(document, schema.items)

  const kinds = kindsOf(document, schema)
  if (kinds) return <KindFields {...{ document, kinds, label, onChange }} value={value as Values} />
  const listed =
    (items?.enum as (string | null)[] | undefined)?.map(word => [word, word] as const) ??
    (items && props.options)
  if (listed)
    return (
      <WordsField
        label={label}
        words={listed}
        value={(value ?? []) as string[]}
        onChange={chosen => onChange(chosen.length < (schema.minItems ?? 0) ? nothingOf(schema) : chosen)}
      />
    )
  if (choices) {
    const isChosen = schema.default !== undefined || (isRequired && value !== undefined)
    return (
      <Field label={label} hint={hint} isWide={props.isWide === true}>
        <Select
          value={String(value ?? schema.default ?? '')}
          onChange={word =>
            onChange(word === '' ? nothingOf(schema) : types.includes('boolean') ? word === 'true' : word)
          }
          options={isChosen ? choices : [['', props.placeholder ?? '–'] as const, ...choices]}
        />
      </Field>
    )
  }
  if (types.includes('boolean'))
    return <Check label={label} value={Boolean(value ?? schema.default)} onChange={onChange} />
  // Where a text does as well, such as the name of a team, the text is what people write.
  if (schema.properties && !(types.includes('string') && typeof (value ?? '') === 'string'))
    return (
      <fieldset class="field stack tight wide">
        <legend>{label}</legend>
        <SchemaFields
          document={document}
          schema={schema}
          value={value as Values | undefined}
          onChange={change => {
            const next = { ...(value ?? {}), ...change }
            onChange(Object.values(next).some(member => member !== undefined) ? next : undefined)
          }}
        />
      </fieldset>
    )
  return <ValueField {...props} label={label} hint={hint} />
}

/** Several kinds of objects by the word that names each, and the member that has the word. */
function kindsOf(document: SchemaDocument, { oneOf = [] }: Schema) {
  const kinds = oneOf.map(kind => resolved(document, kind))
  const fields = Object.entries(kinds[0]?.properties ?? {})
  const [member] = fields.find(([, field]) => field.const !== undefined) ?? []
  if (member === undefined) return undefined
  return { member, byWord: new Map(kinds.map(kind => [String(kind.properties?.[member]?.const), kind])) }
}

interface KindFieldsProps {
  document: SchemaDocument
  kinds: NonNullable<ReturnType<typeof kindsOf>>
  label: string
  value: Values
  onChange: (value: Values) => void
}

/** One of several kinds of objects: the word that names the kind is chosen, and the fields are those of the kind. */
function KindFields({ document, kinds: { member, byWord }, label, value, onChange }: KindFieldsProps) {
  const chosen = String(value[member])
  const kind = byWord.get(chosen)
  return (
    <>
      <Field label={label} hint={kind && firstSentence(kind)}>
        <Select
          value={chosen}
          onChange={word => onChange({ [member]: word, ...(begunOf(document, byWord.get(word)!) as Values) })}
          options={[...byWord.keys()].map(word => [word, inWords(word)] as const)}
        />
      </Field>
      {kind ? (
        <SchemaFields
          key={chosen}
          document={document}
          schema={kind}
          hide={[member]}
          value={value}
          onChange={change => onChange({ ...value, ...change })}
        />
      ) : null}
    </>
  )
}

interface WordsFieldProps {
  label: string
  words: readonly (readonly [word: string | null, text: string | null])[]
  value: readonly (string | null)[]
  onChange: (value: readonly (string | null)[]) => void
}

function WordsField({ label, words, value, onChange }: WordsFieldProps) {
  const all = words.map(([word]) => word)
  return (
    <fieldset class="field stack tight wide">
      <legend>{label}</legend>
      <div class="word-list">
        {words.map(([word, text]) => (
          <Check
            key={word}
            class={word === text ? 'mono' : ''}
            label={text}
            value={value.includes(word)}
            onChange={isChosen =>
              onChange(all.filter(one => (one === word ? isChosen : value.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Any other value as a text. The text is kept as it was typed, because what it means may be written in other ways. */
function ValueField(props: SchemaFieldProps & Record<'label' | 'hint', string>) {
  const { schema, onChange, rows, placeholder, label, hint } = props
  const [text, setText] = useState(textOf(schema, props.value))
  return (
    <TextField
      label={label}
      hint={hint || (schema.format === 'date-time' ? 'UTC' : undefined)}
      required={props.isRequired}
      placeholder={placeholder}
      {...inputOf(schema)}
      rows={rows}
      isWide={props.isWide}
      value={text}
      onChange={typed => {
        setText(typed)
        onChange(
          typed === '' && !typesOf(schema).includes('array') ? nothingOf(schema) : parsedBy(schema, typed),
        )
      }}
    />
  )
}

function inputOf(schema: Schema): InputAttributes {
  const { minimum: min, maximum: max, maxLength, format } = schema
  if (format === 'date-time') return { type: 'datetime-local' }
  if (format === 'date') return { type: 'date' }
  const types = typesOf(schema).filter(type => type !== 'null')
  if (types.length === 1 && (types[0] === 'integer' || types[0] === 'number'))
    return { type: 'number', min, max, step: types[0] === 'integer' ? 1 : 'any' }
  return { maxLength }
}

function textOf({ format }: Schema, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (format === 'date-time') return String(value).slice(0, 16)
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function parsedBy(schema: Schema, text: string): unknown {
  const types = typesOf(schema).filter(type => type !== 'null')
  if (schema.format === 'date-time') return `${text}:00.000Z`
  if (types.join() === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    if (types.join() !== 'array') return text
    return text
      .split(',')
      .map(item => item.trim())
      .filter(Boolean)
  }
}

/** A schema with what it refers to and what it is combined of. */
export function resolved(document: SchemaDocument, { $ref, allOf = [], ...own }: Schema): Schema {
  const parts = allOf.map(part => resolved(document, part))
  if ($ref)
    parts.push(resolved(document, document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}))
  return Object.assign({}, ...parts, own)
}

/** A value as a form begins with it: as simple as its schema allows, of an object the required members. */
export function begunOf(document: SchemaDocument, schema: Schema): unknown {
  const whole = resolved(document, schema)
  const { const: word, default: standard, examples = [], enum: words = [] } = whole
  const { type, properties = {}, required = [], items, oneOf, anyOf } = whole
  const simple = word ?? standard ?? examples[0] ?? words[0]
  if (simple !== undefined) return simple
  const [kind] = oneOf ?? anyOf ?? []
  if (kind) return begunOf(document, kind)
  const [first] = [type].flat()
  if (first === 'array') return items ? [begunOf(document, items)] : []
  if (first === 'object' || required.length > 0)
    return Object.fromEntries(required.map(name => [name, begunOf(document, properties[name] ?? {})]))
  return { string: 'text', integer: 1, number: 1, boolean: true }[String(first)] ?? null
}

/** A value of one of several kinds in a line, such as "Cut stream: after events 3"; defaults are left out. */
export function textOfKind(document: SchemaDocument, name: string, value: object): string {
  const kinds = kindsOf(document, document.components.schemas[name] ?? {})
  const { [kinds?.member ?? '']: word, ...others } = value as Values
  const kind = kinds?.byWord.get(String(word))
  if (!kind) return JSON.stringify(value)
  const texts = Object.entries(others)
    .filter(([name, it]) => it !== resolved(document, kind.properties?.[name] ?? {}).default)
    .map(([name, it]) => `${name.replaceAll('_', ' ')}${it === true ? '' : ` ${textOf({}, it)}`}`)
  return [inWords(String(word)), texts.join(', ')].filter(Boolean).join(': ')
}

function typesOf({ type }: Schema): readonly (string | undefined)[] {
  return [type].flat()
}

/** What stands for a value that is left out. */
function nothingOf(schema: Schema): null | undefined {
  return typesOf(schema).includes('null') ? null : undefined
}

function firstSentence({ description }: Schema): string | undefined {
  return description?.match(/^.*?(?:\.(?=\s|$)|$)/s)?.[0].replaceAll('`', '')
}
