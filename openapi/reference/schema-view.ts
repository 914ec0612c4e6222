// A schema as a table of its fields, opened one level at a time.
import type { Contract, Schema } from '../contract.ts'
import { deprecationOf, deprecationText } from '../deprecation.ts'
import { gapsOn, resolve } from '../elements.ts'
import { type Html, html, inline } from './html.ts'
import { nameOf, typeWords } from './type-words.ts'

/** What a value has to look like. */
export function schemaView(document: Contract, schema: Schema | undefined): Html {
  if (!schema) return html``
  return fields(document, schema, new Set()) ?? html`<p>${typeWords(document, schema)}</p>`
}

function fields(document: Contract, schema: Schema, open: ReadonlySet<string>): Html | undefined {
  const ref = schema.$ref
  if (ref) {
    if (open.has(ref)) return undefined
    return fields(document, resolve(document, schema).element, new Set([...open, ref]))
  }
  const parts = (schema.allOf ?? []).map(part => fields(document, part, open))
  const properties = Object.entries(schema.properties ?? {})
  const kinds = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(kind => kind.type !== 'null')
  const inside =
    fieldsOf(document, schema.items, open) ??
    (typeof schema.additionalProperties === 'object'
      ? fieldsOf(document, schema.additionalProperties, open)
      : undefined)
  if (properties.length === 0 && parts.length === 0 && kinds.length === 0) return inside
  return html`${parts}
    ${
      properties.length > 0 &&
      html`<table class="fields"><tbody>
      ${properties.map(([name, field]) => fieldRow(document, name, field, schema.required?.includes(name) ?? false, open))}
    </tbody></table>`
    }
    ${
      kinds.length === 1
        ? fieldsOf(document, kinds[0], open)
        : kinds.map(kind =>
            nested(nameOf(kind) ?? 'kind', fields(document, kind, open), typeWords(document, kind)),
          )
    }`
}

function fieldsOf(
  document: Contract,
  schema: Schema | undefined,
  open: ReadonlySet<string>,
): Html | undefined {
  return schema && fields(document, schema, open)
}

function fieldRow(
  document: Contract,
  name: string,
  schema: Schema,
  required: boolean,
  open: ReadonlySet<string>,
): Html {
  const inner = fields(document, schema, open)
  const description = schema.description ?? resolve(document, schema).element.description
  return html`<tr>
    <th scope="row"><code>${name}</code>${required && html`<span class="required" title="required">*</span>`}</th>
    <td>
      <span class="type">${typeWords(document, schema)}</span> ${deprecated(schema)} ${gapLinks(schema)}
      ${description && html`<div>${inline(description.trim())}</div>`}
      ${inner && nested('fields', inner)}
    </td>
  </tr>`
}

/** Links from an assumed element to the silences that it answers. */
export function gapLinks(element: object): Html {
  return html`${[...new Set(gapsOn(element))].map(id => html`<a class="gap" href="#gap-${id}" title="not stated by the specification">${id}</a> `)}`
}

/** Since when an element is deprecated, and its end. */
export function deprecated(element: object): Html {
  const dates = deprecationOf(element)
  return html`${dates && html`<b>${deprecationText(dates)}</b>`}`
}

function nested(title: string, inner: Html | undefined, otherwise = ''): Html {
  if (!inner) return html`<p>${title} ${otherwise}</p>`
  return html`<details><summary>${title}</summary>${inner}</details>`
}
