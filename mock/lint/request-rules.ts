// Rules about requests with unknown, deprecated or invented content.
import {
  bodySchemaOf,
  branchesOf,
  type Contract,
  deprecatedIn,
  deprecationText,
  type OperationRow,
  type Schema,
} from '#openapi'
import { type Exchange, sentHeaders } from '../journal/exchange.ts'
import { fieldsOf, parsed } from '../journal/filter.ts'
import { countOf } from '../journal/verify.ts'
import type { LintInput, LintRules, Occurrence } from './lint-rule.ts'

export const requestRules: LintRules = {
  'uses-deprecated': {
    severity: 'warning',
    section: '9',
    advice:
      'What is deprecated may be gone in a later version; on GET /runs, cursor paging is preferred to offset.',
    todo: 'Replace it before its sunset, by what the reference says; page runs with cursor and next_cursor.',
    look: usesDeprecated,
  },
  'cursors-by-hand': {
    severity: 'warning',
    section: '4.2',
    advice: 'A cursor is an opaque value from next_cursor of a previous response.',
    todo: 'Pass next_cursor back as it came, with the same filters; never build, cut or change one.',
    look: cursorsByHand,
  },
  'unknown-parameters': {
    severity: 'warning',
    section: '4',
    advice: 'A parameter that the operation does not have does nothing.',
    todo: 'Remove it, or correct its name: most of these are filters that do not filter.',
    look: unknownParameters,
  },
  'unknown-fields': {
    severity: 'warning',
    section: '2',
    advice: 'A field that the body does not have is refused or does nothing.',
    todo: 'Remove it, or correct its name.',
    look: unknownFields,
  },
  'streams-not-resumed': {
    severity: 'note',
    section: '6',
    advice:
      'Progress is followed by a stream of server-sent events; one that breaks off is taken up again where it ended.',
    todo: 'Send the id of the last event in the header Last-Event-ID when a stream is opened again.',
    look: streamsNotResumed,
  },
}

function usesDeprecated({ entries }: LintInput): Occurrence[] {
  return byOperation(
    entries.filter(({ operation }) => operation?.deprecations.length),
    (entry, { deprecations }) => {
      const headers = Object.fromEntries(sentHeaders(entry).map(([name]) => [name.toLowerCase(), true]))
      const body = parsed(entry.requestText)
      const used = deprecatedIn(deprecations, { query: fieldsOf(entry.query), headers, body })
      const by = entry.caller ? `by the key ${entry.caller.key.name}, ` : ''
      return used.map(part => `${part.place || 'each call'} ${by}${deprecationText(part)}`)
    },
  )
}

function unknownParameters({ entries }: LintInput): Occurrence[] {
  return byOperation(entries, (entry, { queryParams }) =>
    Object.keys(fieldsOf(entry.query)).filter(name => !queryParams.some(known => known.name === name)),
  )
}

function unknownFields({ entries, contract }: LintInput): Occurrence[] {
  return byOperation(entries, (entry, operation) => {
    const schema = bodySchemaOf(contract, operation)
    return schema ? unknownIn(contract, schema, parsed(entry.requestText), '') : []
  })
}

function cursorsByHand({ entries, forgotten }: LintInput): Occurrence[] {
  return entries.flatMap((entry, index) => {
    const cursor = new URLSearchParams(entry.query).get('cursor')
    if (entry.operation?.id !== 'listRuns' || !cursor) return []
    const refused = entry.refusal?.code === 'cursor_invalid'
    // If the journal has dropped replies, the cursor may have been in one of them.
    const unheard =
      !forgotten && !entries.slice(0, index).some(({ responseText }) => responseText.includes(cursor))
    if (!refused && !unheard) return []
    const what = refused ? entry.refusal.message : 'no reply has had this cursor'
    const shown = cursor.length > 24 ? `${cursor.slice(0, 23)}…` : cursor
    return [{ exchanges: [entry.id], what: `${entry.path} with the cursor ${shown}: ${what}` }]
  })
}

function streamsNotResumed({ entries }: LintInput): Occurrence[] {
  return entries.flatMap((entry, index) => {
    if (entry.operation?.id !== 'streamChat' || !entry.brokenOff || !entry.stream?.events) return []
    const again = entries
      .slice(index + 1)
      .find(({ path, caller }) => path === entry.path && caller?.key.id === entry.caller?.key.id)
    if (!again || sentHeaders(again).some(([name]) => name.toLowerCase() === 'last-event-id')) return []
    const what = `${entry.path} broke off after ${entry.stream.events} events and was opened again without Last-Event-ID`
    return [{ exchanges: [entry.id, again.id], what }]
  })
}

/** One occurrence for each operation and name, with all exchanges that have it. */
function byOperation(
  entries: readonly Exchange[],
  namesIn: (entry: Exchange, operation: OperationRow) => readonly string[],
): Occurrence[] {
  const seen = new Map<string, string[]>()
  for (const entry of entries)
    for (const name of entry.operation ? namesIn(entry, entry.operation) : []) {
      const what = `${entry.operation!.id} with ${name}`
      seen.set(what, [...(seen.get(what) ?? []), entry.id])
    }
  return [...seen].map(([what, exchanges]) => ({ what: `${what}, ${countOf(exchanges.length)}`, exchanges }))
}

/** The paths of fields that no branch of a schema declares. A schema that takes any field has no unknown ones. */
function unknownIn(contract: Contract, schema: Schema, value: unknown, at: string): string[] {
  if (Array.isArray(value)) {
    const items = branchesOf(contract, schema).find(part => part.items)?.items
    return items ? [...new Set(value.flatMap(one => unknownIn(contract, items, one, `${at}[]`)))] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const parts = branchesOf(contract, schema)
  const known: Record<string, Schema> = Object.assign({}, ...parts.map(({ properties }) => properties ?? {}))
  const isOpen = parts.some(({ additionalProperties: more }) => more === true || typeof more === 'object')
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = at === '' ? name : `${at}.${name}`
    if (known[name]) return unknownIn(contract, known[name], inner, place)
    return isOpen || Object.keys(known).length === 0 ? [] : [place]
  })
}
