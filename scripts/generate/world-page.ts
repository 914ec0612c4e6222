// Generates the reference of world files in docs/world.md from the schema.
import type { Schema } from '#openapi'
import { componentOf, resolve } from '../../openapi/elements.ts'
import type { JsonObject } from '../contract/sources.ts'

/** Schemas that are described where they are used. */
const INLINE = new Set([
  'WorldText',
  'WorldCommentList',
  'Duration',
  'Scope',
  'Role',
  'PersonReference',
  'TaskStatus',
  'TaskPriority',
])

/** A table for the file and for each kind of entry, in order of their first use. */
export function worldReference(schema: JsonObject): string {
  const root = schema as Schema
  const said = new Set<string>()
  const sections = [tableOf('The file', root)]
  const seen = new Set<string>()
  const rest = referencesIn(root)
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const found = (root.$defs as Record<string, Schema>)[name]
    if (!found || seen.has(name) || INLINE.has(name)) continue
    seen.add(name)
    rest.unshift(...referencesIn(found))
    if (found.properties) sections.push(tableOf(titleOf(name), found))
  }
  return sections.join('\n\n')

  function tableOf(title: string, { description, properties = {}, required = [] }: Schema): string {
    const rows = Object.entries(properties)
      .filter(([name]) => name !== '$schema')
      .map(([name, member]) => {
        const needed = required.includes(name) ? ' Required.' : ''
        const type = typeOf(member)
        const takes = type === 'text' ? '' : `: ${type}`
        return `| \`${name}\`${takes} | ${cell(`${textOf(member)}${needed}`)} |`
      })
    // A member that leads here may have said as much.
    const about = [title === 'The file' || said.has(description ?? '') ? '' : description].join('').trim()
    const intro = about && `${about.replaceAll('\n', ' ')}\n\n`
    for (const member of Object.values(properties)) said.add(textOf(member))
    return `## ${title}\n\n${intro}| member | what it is |\n|---|---|\n${rows.join('\n')}`
  }

  function referencesIn({ properties = {} }: Schema): string[] {
    return Object.values(properties).flatMap(member =>
      [member, member.items, member.additionalProperties]
        .filter(each => typeof each === 'object')
        .flatMap(each => (each.$ref ? [componentOf(each.$ref)] : [])),
    )
  }

  function textOf(member: Schema): string {
    const { description = '' } = { ...resolve(root, member).element, ...member }
    const text = String(member.default ?? '')
    return typeof member.default === 'object' || text === ''
      ? description
      : `${description} Default: ${text}.`
  }

  function typeOf(member: Schema): string {
    if (member.$ref) {
      const name = componentOf(member.$ref)
      const target = resolve(root, member).element
      if (target.enum || INLINE.has(name)) return typeOf(target)
      return `[${titleOf(name).toLowerCase()}](#${anchorOf(name)})`
    }
    if (member.const !== undefined) return `\`${String(member.const)}\``
    if (member.enum) return member.enum.map(value => `\`${String(value)}\``).join(', ')
    if (typeof member.additionalProperties === 'object')
      return `map of ${typeOf(member.additionalProperties)}`
    if (member.items && member.type === 'array') return `list of ${typeOf(member.items)}`
    return [member.type ?? 'any value']
      .flat()
      .map(type => TYPES[type] ?? type)
      .join(' or ')
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: '`true` or `false`',
  array: 'list',
  object: 'map',
}

/** `Past agent` for `WorldPastAgent`. */
function titleOf(name: string): string {
  const words = name
    .replace(/^World/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function anchorOf(name: string): string {
  return titleOf(name).toLowerCase().replaceAll(' ', '-')
}

function cell(text: string): string {
  return text
    .replace('Default: from the handle.', '')
    .trim()
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|')
    .replaceAll('{{', '`{{')
    .replaceAll('}}', '}}`')
}
