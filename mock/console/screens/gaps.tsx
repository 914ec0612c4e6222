// The gaps of the specification: the answer of this workspace, the other answers, and a reply under two of them.
import { useEffect, useState } from 'preact/hooks'
import { parsed, send, service } from '../calls/call.ts'
import type { Control, Given } from '../calls/types.ts'
import { serviceCalls } from '../generated/calls.gen.ts'
import { Button, CloseLink } from '../kit/button.tsx'
import { FilterField, isFound, Select } from '../kit/fields.tsx'
import { Json } from '../kit/json.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { SplitTable } from '../kit/long-table.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import type { Column } from '../kit/table.tsx'
import { choiceIn, Segments } from '../kit/tabs.tsx'
import { HttpStatus } from '../kit/values.tsx'
import { hrefHere, place, workspaceId } from '../routes.ts'
import { openNewWorkspace } from '../shell/new-workspace-dialog.tsx'
import { useControl } from '../state/reads.ts'
import { differencesOf } from './parts/compare.tsx'

type Gap = Given<Control['listGaps']>['data'][number]

export default function Gaps() {
  const read = useControl('listGaps', {})
  const workspace = useControl('readWorkspace', {})
  const { query } = place.value
  const chosen = query.get('gap')
  const which = choiceIn('only')
  const only = which.current
  const profile = workspace.data?.profile ?? {}
  const answerOf = (gap: Gap) => profile[gap.id] ?? gap.default
  return (
    <Page
      title="Gaps"
      note="The specification is silent on these. A real deployment may give any of the answers."
    >
      <search class="row wrap filters">
        <FilterField label="Find a gap, an answer or an operation" />
        <Segments
          label="Which"
          {...which}
          options={[
            ['', 'All'],
            ['changed', `Other than the default (${Object.keys(profile).length})`],
            ['replies', 'Replies beside the default'],
          ]}
        />
      </search>
      {only === 'replies' ? <Replies /> : null}
      <Loaded read={read}>
        {({ data }) => {
          if (only === 'replies') return null
          const open = data.find(({ id }) => id === chosen)
          const fitting = data.filter(
            gap =>
              (only !== 'changed' || profile[gap.id]) &&
              isFound(gap.id, gap.silence, ...gap.operations, ...gap.answers.flatMap(Object.values)),
          )
          return (
            <SplitTable
              label="Gaps"
              columns={columnsOf(answerOf)}
              rows={fitting}
              href={({ id }) => hrefHere({ gap: id })}
              isCurrent={({ id }) => id === chosen}
              height="calc(100dvh - 236px)"
              empty={<Empty title={only === 'changed' ? 'All answers are the defaults' : 'No gap fits'} />}
              opened={open && <GapDetail key={open.id} gap={open} answer={answerOf(open)} />}
            />
          )
        }}
      </Loaded>
    </Page>
  )
}

function columnsOf(answerOf: (gap: Gap) => string): readonly Column<Gap>[] {
  return [
    { head: 'Gap', width: '0.9fr', class: 'strong', cell: ({ id }) => id },
    {
      head: 'The specification is silent on',
      width: '1.8fr',
      from: 'tablet',
      class: 'soft',
      cell: gap => gap.silence,
    },
    {
      head: 'Answer here',
      width: '0.7fr',
      cell: gap => <span class={answerOf(gap) === gap.default ? 'soft' : 'tag blue'}>{answerOf(gap)}</span>,
    },
    { head: 'Section', width: '60px', align: 'end', class: 'muted', cell: ({ section }) => section },
  ]
}

function GapDetail({ gap, answer }: { gap: Gap; answer: string }) {
  return (
    <section class="panel exchange" aria-label="The gap">
      <header class="exchange-head row wrap">
        <h2 class="grow">{gap.id}</h2>
        <span class="muted small">section {gap.section}</span>
        <CloseLink href={hrefHere({ gap: null })} label="Close the gap" />
      </header>
      <div class="exchange-body stack loose">
        <p>{gap.silence}</p>
        <ul class="choices">
          {gap.answers.map(({ id, means }) => (
            <li key={id} class={id === answer ? 'is-chosen' : ''}>
              <div class="row">
                <span class="strong">{id}</span>
                {id === answer ? <span class="tag blue">here</span> : null}
                {id === gap.default ? <span class="tag">default</span> : null}
                <span class="grow" />
                {id === answer ? null : (
                  <Button
                    small
                    kind="quiet"
                    onClick={() => openNewWorkspace(workspaceId.value!, { [gap.id]: id })}
                  >
                    Try in a new workspace
                    <span class="only-read"> the answer {id}</span>
                  </Button>
                )}
              </div>
              <p class="soft small">{means}</p>
            </li>
          ))}
        </ul>
        <Beside gap={gap} answer={answer} />
      </div>
    </section>
  )
}

/** Whether it can be read without an id. */
const isReadable = (id: string) => /^GET [^{]*$/.test(serviceCalls[id as keyof typeof serviceCalls] ?? '')

/** A reply in the words of this workspace, such as those of its twin, beside the default one. */
function Replies() {
  const [operation, setOperation] = useState('listRuns')
  return (
    <Panel
      title="A reply here, and by default"
      actions={
        <Select
          label="Operation"
          value={operation}
          onChange={setOperation}
          options={[...Object.keys(serviceCalls).filter(isReadable).sort(), 'getRun']}
        />
      }
    >
      <TwoReplies operation={operation} profiles={{ here: 'own', 'by default': '' }} />
    </Panel>
  )
}

/** A reply under the answer to a gap that holds here, beside the same under another one. */
function Beside({ gap, answer }: { gap: Gap; answer: string }) {
  const [other, setOther] = useState(gap.answers.find(({ id }) => id !== answer)?.id ?? answer)
  const readable = gap.operations
    .filter(isReadable)
    .concat(/error|refus|status/.test(gap.id) ? ['getRun'] : [])
  const [operation, setOperation] = useState(readable[0] ?? '')
  if (readable.length === 0) return null
  return (
    <div class="stack">
      <div class="row wrap">
        <h2>How a reply looks</h2>
        <Select label="Operation" value={operation} onChange={setOperation} options={readable} />
        <span class="muted small">beside</span>
        <Select
          label="Other answer"
          value={other}
          onChange={setOther}
          options={gap.answers.map(({ id }) => id)}
        />
      </div>
      <TwoReplies
        operation={operation}
        profiles={Object.fromEntries([answer, other].map(id => [id, `${gap.id}=${id}`]))}
      />
    </div>
  )
}

/** The replies of an operation under profiles by their names, and in which members the first differs. */
function TwoReplies(props: { operation: string; profiles: Readonly<Record<string, string>> }) {
  const { operation, profiles } = props
  const [replies, setReplies] = useState<readonly { name: string; status: number; body: unknown }[]>([])
  useEffect(() => {
    // A look through a key, which leaves no trace in the workspace.
    const query = /^list(Runs|Tasks|Agents|Workflows)$/.test(operation) && { query: { limit: 1 } }
    const wanted = { path: { run_id: 'unknown' }, ...(query as object) }
    const all = Object.entries(profiles).map(async ([name, profile]) => {
      const reply = await send({ ...service(operation as 'getRun', wanted, 'admin'), profile })
      return { name, status: reply.status, body: parsed(await reply.text()) }
    })
    void Promise.all(all).then(setReplies, () => setReplies([]))
  }, [operation, JSON.stringify(profiles)])
  const [own, other = own] = replies.map(({ name: _, ...reply }) => reply)
  const places = differencesOf(own, other).map(({ where }) => where.replaceAll(/\.\d+/g, ''))
  return (
    <div class="stack">
      <p class="soft">
        {places.length === 0 ? 'Both are the same.' : `Different here: ${[...new Set(places)].join(', ')}`}
      </p>
      <div class="columns even">
        {replies.map(({ name, status, body }) => (
          <section class="code reply-under" key={name}>
            <p class="row small">
              <span class="strong">{name}</span> <HttpStatus status={status} />
            </p>
            <Json value={body} />
          </section>
        ))}
      </div>
    </div>
  )
}
