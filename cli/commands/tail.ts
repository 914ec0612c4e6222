import { setTimeout as pause } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { ClockView, ExchangeSummary, Transition } from '#mock'
import { flag, reader, readSome, readText, toggle } from '../../flags/flag.ts'
import type { WorkspaceEvents, WorkspaceState } from '../../mock/control/generated/control.gen.ts'
import { defineCommand, type Terminal } from '../command.ts'
import { jsonFlag } from '../report-command.ts'
import { MockProblem, mockFlags, type RunningMock, runningMock } from '../running-mock.ts'
import { isWanted, kindsShown, lineOf, type TailEvent, type TailFilter } from '../tail-events.ts'

const statusIn = reader('a status such as 404 or 4xx', text => /^[1-5][\dx]{2}$/i.exec(text)?.[0])
const countIn = reader('a whole number', text => (/^\d+$/.test(text) ? Number(text) : undefined))

export const command = defineCommand({
  description:
    'Shows what happens in a running mock: requests with their refusals and faults, changes of status, changes of the clock.',
  flags: {
    workspace: flag('<id>', 'only this workspace; may be repeated', readText, {
      short: 'w',
      many: true,
      default: 'all, those still to come included',
    }),
    lines: flag('<n>', 'how many of the latest lines to show first', countIn, { short: 'n', fallback: '10' }),
    follow: toggle('go on until Ctrl-C; --no-follow ends after these lines'),
    only: {
      placeholder: '<list>',
      choices: kindsShown,
      description: `some of ${kindsShown.join(', ')}`,
      read: readSome(...kindsShown),
    },
    status: flag('<status>', 'requests answered with 404, or 4xx', statusIn),
    match: flag('<text>', 'lines that contain this text', readText, { short: 'm' }),
    ...mockFlags,
    json: { ...jsonFlag, description: 'print an object a line' },
  },
  async run({ flags }, terminal) {
    const mock = runningMock(flags, terminal)
    const { only, status, match, json = false, lines, follow = true } = flags
    const filter: TailFilter = { only, status, match }
    const shown = new Set<string>()
    const show = (event: TailEvent) => {
      if (!isWanted(event, filter)) return
      terminal.out(json ? JSON.stringify(event) : lineOf(event, { colors: terminal.colors }))
    }
    const showLatest = async () => {
      if (lines === 0) return
      const past = await latest(mock, flags.workspace)
      for (const event of past) shown.add(keyOf(event))
      for (const event of past.filter(one => isWanted(one, filter)).slice(-lines)) show(event)
    }
    if (!follow) await showLatest()
    else
      await followMock(mock, flags.workspace, terminal, {
        // Only after following has started, so that nothing is missed in between.
        onFollowing: showLatest,
        onEvent(event) {
          if (!shown.delete(keyOf(event))) show(event)
        },
      })
    return 0
  },
})

/** A key that is the same for an event of the journal and of the stream. */
function keyOf(event: TailEvent): string {
  if (event.kind === 'request') return `${event.request.id} ${event.request.open}`
  return event.kind === 'transition' ? `${event.at} ${event.transition.kind} ${event.transition.subject}` : ''
}

/** The events still in the journals, oldest first. */
async function latest({ call }: RunningMock, named: readonly string[]): Promise<TailEvent[]> {
  const { data } = await call('listWorkspaces')
  const ids = named.length > 0 ? named : data.map(({ id }) => id)
  const all = await Promise.all(
    ids.map(async workspace => {
      const request = { path: { workspace_id: workspace }, query: { limit: 100 } }
      const [journal, moves] = await Promise.all([
        call('listExchanges', request),
        call('listTransitions', request),
      ])
      return happenedIn(workspace, journal.data, moves.data)
    }),
  )
  return all.flat().sort(byTime)
}

/** The part of a message about one workspace; the first message has only its state. */
type Part = WorkspaceState & Partial<WorkspaceEvents>

/** A message of the stream: `hello`, or the events since the last one. */
interface Message {
  readonly resumed?: boolean
  readonly workspaces: Readonly<Record<string, Part>>
}

interface Listener {
  /** Called when the mock has started to send new events. */
  readonly onFollowing: () => Promise<void>
  readonly onEvent: (event: TailEvent) => void
}

const RETRY_MS = 1_000

/** Prints events until the terminal is closed; reconnects after a lost connection and continues where it stopped. */
async function followMock(
  { follow }: RunningMock,
  named: readonly string[],
  { note, signal }: Terminal,
  { onFollowing, onEvent }: Listener,
): Promise<void> {
  const query = { workspaces: named.length > 0 ? named.join(',') : '*' }
  const clocks = new Map<string, ClockView>()
  let lastId: string | undefined
  let isLost = false
  while (!signal?.aborted) {
    try {
      const header = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
      const response = await follow({ query, header }, signal)
      const messages = response
        .body!.pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
      for await (const { event, id, data } of messages) {
        const message = JSON.parse(data) as Message
        if (event === 'hello' && isLost)
          note(message.resumed ? 'Connected again.' : 'Connected again; something in between may be missing.')
        isLost = false
        if (lastId === undefined) {
          await onFollowing()
          note('Following; Ctrl-C ends it.')
        }
        lastId = id ?? lastId
        for (const [workspace, events] of Object.entries(message.workspaces))
          for (const event of eventsIn(workspace, events, clocks)) onEvent(event)
      }
    } catch (error) {
      if (signal?.aborted) return
      // Without a first message, there was no connection to lose.
      if (error instanceof MockProblem && lastId === undefined) throw error
    }
    // Reconnects at once the first time, then with pauses.
    if (isLost) await pause(RETRY_MS, undefined, { ...(signal && { signal }) }).catch(() => {})
    else if (!signal?.aborted) note('The connection is lost; trying again.')
    isLost = true
  }
}

function eventsIn(
  workspace: string,
  { clock, exchanges = [], transitions = [], left_out = 0 }: Part,
  clocks: Map<string, ClockView>,
): TailEvent[] {
  const before = clocks.get(workspace)
  clocks.set(workspace, clock)
  const moved: TailEvent[] =
    before && isSetOtherwise(before, clock)
      ? [{ kind: 'clock', workspace, at: clock.now, clock: { mode: clock.mode, factor: clock.factor } }]
      : []
  const says = `… and ${left_out} more at once, which the journal has.`
  const missing = { at: clock.now, kind: 'left_out', subject: workspace, says }
  return [
    ...happenedIn(workspace, exchanges, transitions).sort(byTime),
    ...happenedIn(workspace, [], left_out === 0 ? [] : [missing]),
    ...moved,
  ]
}

/** A frozen clock only moves when it is set. Other clocks move by themselves. */
function isSetOtherwise(before: ClockView, after: ClockView): boolean {
  return (
    before.mode !== after.mode ||
    before.factor !== after.factor ||
    (after.mode === 'frozen' && before.now !== after.now)
  )
}

function happenedIn(
  workspace: string,
  requests: readonly ExchangeSummary[],
  transitions: readonly Transition[],
): TailEvent[] {
  return [
    ...requests.map(request => ({ kind: 'request' as const, workspace, at: request.at, request })),
    ...transitions.map(one => ({ kind: 'transition' as const, workspace, at: one.at, transition: one })),
  ]
}

function byTime(a: TailEvent, b: TailEvent): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0
}
