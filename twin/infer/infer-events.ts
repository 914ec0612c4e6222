/** Infers the events of streams: their names and forms, by the type of the mock's events. */
import { type EventDialect, eventSchemas, type Template } from '#mock/dialect'
import { isFields, type OperationId, type Schema } from '#openapi'
import { isEventStream, type StreamEvent } from '../../conformance/extract/event-stream.ts'
import { eventsIn, KIND_MEMBERS, labelOf } from '../recording/stream-events.ts'
import type { Pair } from '../replay/mock-replay.ts'
import type { Evidence } from './evidence.ts'
import { inferTemplate } from './infer-template.ts'
import { likeness } from './name-likeness.ts'
import { sourcesOf } from './source-members.ts'

type Events = Record<string, EventDialect>

type Group = ReturnType<typeof groupsOf>[number]

interface Stream {
  readonly theirs: readonly StreamEvent[]
  readonly ours: readonly StreamEvent[]
  readonly isWhole: boolean
}

/** The path of the text in each of the mock's events. */
const TEXTS: Readonly<Record<string, string>> = {
  'message.completed': 'message.text',
  'message.delta': 'delta',
  'text-delta': 'delta',
}
const TEXT = /^(text|content|delta|message|body|value|chunk)$/i

/** The likeness from which member names count as equal: `role` and `message.role` do. */
const LIKE_MEMBER = 0.6

/**
 * Weights of likeness. Names count most, because few events have many members and both sides may send in another order.
 */
const WEIGHT = { name: 0.5, members: 0.35, sameStream: 0.15, text: 0.1 }

export function inferEvents(pairs: readonly Pair[], evidence: Evidence) {
  const streamed = pairs.filter(
    ({ call, headers }) => call.isStream && call.status < 300 && isEventStream(headers),
  )
  const found: Partial<Record<OperationId, Events>> = {}
  for (const [id, its] of Map.groupBy(streamed, ({ call }) => call.operation!)) {
    const streams = its.map(({ call, text }) => ({
      theirs: eventsIn(call.text),
      ours: eventsIn(text),
      isWhole: !call.wasLeft,
    }))
    const events = eventsOfOperation(id, streams, evidence)
    if (Object.keys(events).length > 0) found[id] = events
  }
  return found
}

function eventsOfOperation(id: OperationId, streams: readonly Stream[], evidence: Evidence): Events {
  const kinds = eventSchemas(id)
  const groups = groupsOf(streams)
  const learned: Events = {}
  const closing = groups.find(group => isClosing(group, streams))
  const named = groups.filter(group => group !== closing && group.members.length > 0)
  const pairs = named.flatMap(group =>
    [...kinds].map(([kind, schema]) => ({ group, kind, schema, score: alike(group, kind, schema) })),
  )
  const used = new Set<unknown>()
  for (const { group, kind, schema, score } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (score === 0 || used.has(group) || used.has(kind)) continue
    used.add(group).add(kind)
    learned[kind] = eventOf(id, group, kind, schema, evidence)
  }
  for (const { label, met } of named.filter(group => !used.has(group))) {
    const guess = evidence.privacy.mayNameEvent(label) ? `no ${label}` : 'not sent'
    evidence.unsure.push({
      at: `events.${id}`,
      guess,
      because: 'no event of ours is like it',
      seen: met.length,
    })
  }
  if (closing && Object.keys(learned).length > 0) learned.end = closingOf(closing, evidence)
  return learned
}

/** The events of each kind, each with the mock's events of its stream. */
function groupsOf(streams: readonly Stream[]) {
  const all = streams.flatMap(stream => stream.theirs.map(event => ({ event, stream })))
  return [...Map.groupBy(all, ({ event }) => `${labelOf(event)} ${isFields(event.json)}`).values()].map(
    met => ({
      label: labelOf(met[0]!.event),
      name: met[0]!.event.event,
      members: [...new Set(met.flatMap(({ event: { json } }) => (isFields(json) ? Object.keys(json) : [])))],
      met,
    }),
  )
}

/** Whether the event only marks the end of a stream. */
function isClosing({ met, members }: Group, streams: readonly Stream[]): boolean {
  const whole = streams.filter(({ isWhole, theirs }) => isWhole && theirs.length > 0)
  return (
    members.length === 0 &&
    met.every(({ event, stream }) => event === stream.theirs.at(-1)) &&
    whole.every(({ theirs }) => met.some(({ event }) => event === theirs.at(-1)))
  )
}

function closingOf({ name, met }: Group, { privacy }: Evidence): EventDialect {
  const { data, json } = met[0]!.event
  return {
    ...(name !== undefined && privacy.mayNameEvent(name) ? { name } : {}),
    data: isFields(json) ? {} : data === '[DONE]' ? '=[DONE]' : '~text',
  }
}

/** Compares names, members, and whether the mock's streams have the event where the deployment's do. */
function alike({ label, members, met }: Group, kind: string, schema: Schema): number {
  // Chunks have no name.
  const byName = kind === 'chunk' ? 0 : likeness(label.replaceAll('.', '_'), kind.replaceAll('.', '_'))
  const names = sourcesOf(schema).map(({ path }) => path)
  const known = members.filter(member => names.some(name => likeness(member, name) >= LIKE_MEMBER))
  if (byName === 0 && known.length === 0) return 0
  const isShown = met.some(({ stream }) => stream.ours.some(event => kindOf(event) === kind))
  const isText = kind in TEXTS && members.some(member => TEXT.test(member))
  return (
    (isText ? WEIGHT.text : 0) +
    byName * WEIGHT.name +
    (known.length / members.length) * WEIGHT.members +
    (isShown ? WEIGHT.sameStream : 0)
  )
}

function kindOf({ json }: StreamEvent): string {
  return isFields(json) && typeof json.type === 'string' ? json.type : 'chunk'
}

function eventOf(
  id: OperationId,
  { name, label, met }: Group,
  kind: string,
  schema: Schema,
  evidence: Evidence,
): EventDialect {
  const samples = [...Map.groupBy(met, ({ stream }) => stream)].flatMap(([stream, its]) => {
    const ours = stream.ours.filter(event => kindOf(event) === kind)
    // Aligned from the end: streams end alike, but one side may begin with more steps.
    const skipped = ours.length - its.length
    return its.map(({ event }, index) => ({ theirs: event.json, ours: ours[index + skipped]?.json }))
  })
  // Alignment by order alone is no evidence for words or ids.
  const own = { ...evidence, words: new Map(), idValues: new Map() }
  const template = inferTemplate(samples, schema, `events.${id}.${kind}`, own)
  const members = isFields(template) ? (template as Record<string, Template>) : {}
  const mayName = evidence.privacy.mayNameEvent
  for (const member of KIND_MEMBERS)
    if (
      member in members &&
      met.every(({ event }) => (event.json as Record<string, unknown>)[member] === label)
    )
      members[member] = label === kind ? 'type' : mayName(label) ? `=${label}` : '~text'
  nameSources(members, kind, schema, `events.${id}.${kind}`, evidence)
  const hasId = met.every(({ event }) => event.id !== undefined)
  return {
    ...(name !== undefined && mayName(name) ? { name } : {}),
    ...(hasId && schema.properties?.sequence ? { id: 'sequence' } : {}),
    data: template,
  }
}

/** Few events are seen, so names decide where values do not. */
function nameSources(
  template: Record<string, Template>,
  kind: string,
  schema: Schema,
  at: string,
  { unsure }: Evidence,
): void {
  for (const [member, made] of Object.entries(template)) {
    if (typeof made !== 'string') continue
    const isSame = made.startsWith('~') && schema.properties?.[member] !== undefined
    const source = kind in TEXTS && TEXT.test(member) ? TEXTS[kind] : isSame ? member : undefined
    if (source === undefined) continue
    template[member] = source
    const doubt = unsure.findIndex(one => one.at === `${at}.${member}`)
    if (doubt >= 0) unsure.splice(doubt, 1)
  }
}
