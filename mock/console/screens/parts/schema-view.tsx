// A schema as a table of its fields, each of which opens to those inside it.
import { useState } from 'preact/hooks'
import type { Contract, Schema } from '../../../../openapi/contract.ts'
import { nameOf, typeWords } from '../../../../openapi/reference/type-words.ts'
import { resolved } from '../../kit/schema-form.tsx'
import { Coded } from '../../kit/values.tsx'

interface SchemaProps {
  readonly document: Contract
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
export function FieldView(props: SchemaProps & { name: string; isRequired: boolean }) {
  const { document, schema, name, isRequired } = props
  const [isOpen, setOpen] = useState(false)
  const whole = resolved(document, schema)
  const inside = insideOf(document, whole)
  return (
    <li>
      <p class="row wrap">
        <code class="strong">{name}</code>
        <span class="muted small">
          {typeWords(document, schema)}
          {isRequired ? '' : ', optional'}
        </span>
      </p>
      {whole.description ? (
        <p class="soft">
          <Coded text={whole.description} />
        </p>
      ) : null}
      {inside.map(one => (
        <details key={titleOf(one)} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary class="small muted">{titleOf(one)}</summary>
          {isOpen ? <SchemaView document={document} schema={one} /> : null}
        </details>
      ))}
    </li>
  )
}

/** The objects that a value is, holds, or may be. */
function insideOf(document: Contract, schema: Schema): readonly Schema[] {
  const { properties, items, oneOf, anyOf } = schema
  if (properties) return [schema]
  return [items ?? [], oneOf ?? anyOf ?? []].flat().filter(one => {
    const { properties, items, oneOf } = resolved(document, one)
    return properties ?? items ?? oneOf
  })
}

const titleOf = (schema: Schema) => nameOf(schema) ?? schema.title ?? 'Its fields'
