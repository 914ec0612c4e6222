// A schema as a table of its fields, each of which opens to those inside it.
import { useState } from 'preact/hooks'
import { Coded } from '../../kit/coded.tsx'
import { resolved, type Schema, type SchemaDocument } from '../../kit/schema-form.tsx'

interface SchemaProps {
  readonly document: SchemaDocument
  readonly schema: Schema
}

export function SchemaView({ document, schema }: SchemaProps) {
  const { properties = {}, required = [] } = resolved(document, schema)
  return (
    <ul class="fields-of">
      {Object.entries(properties).map(([name, field]) => (
        <FieldView
          key={name}
          document={document}
          schema={field}
          name={name}
          isRequired={required.includes(name)}
        />
      ))}
    </ul>
  )
}

/** A field, or a parameter. */
export function FieldView({
  document,
  schema,
  name,
  isRequired,
}: SchemaProps & { name: string; isRequired: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const whole = resolved(document, schema)
  const inside = insideOf(document, whole)
  return (
    <li>
      <p class="row wrap">
        <code class="strong">{name}</code>
        <span class="muted small">
          {typeText(document, schema)}
          {isRequired ? '' : ', optional'}
        </span>
      </p>
      {whole.description ? (
        <p class="soft">
          <Coded text={whole.description} />
        </p>
      ) : null}
      {inside.map(one => (
        <details key={nameOf(one)} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary class="small muted">{nameOf(one) || 'Its fields'}</summary>
          {isOpen ? <SchemaView document={document} schema={one} /> : null}
        </details>
      ))}
    </li>
  )
}

/** The objects that a value is, holds, or may be. */
function insideOf(document: SchemaDocument, schema: Schema): readonly Schema[] {
  const { properties, items, oneOf, anyOf } = schema
  if (properties) return [schema]
  return [items ?? [], oneOf ?? anyOf ?? []].flat().filter(one => {
    const { properties, items, oneOf } = resolved(document, one)
    return properties ?? items ?? oneOf
  })
}

function nameOf({ $ref = '', title = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1) || title
}

function typeText(document: SchemaDocument, schema: Schema): string {
  const {
    type,
    items,
    oneOf,
    anyOf,
    enum: words,
    format,
    minimum,
    maximum,
    maxLength,
    default: standard,
  } = resolved(document, schema)
  const kinds = oneOf ?? anyOf
  const limits = [
    words && `one of ${words.join(', ')}`,
    format,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    standard !== undefined && `${JSON.stringify(standard)} unless given`,
  ]
  const own = kinds
    ? kinds.map(kind => nameOf(kind) || typeText(document, kind)).join(' or ')
    : [type ?? []]
        .flat()
        .map(one =>
          one === 'array' && items ? `list of ${nameOf(items) || typeText(document, items)}` : one,
        )
        .join(' or ')
  return [own, ...limits].filter(Boolean).join(', ')
}
