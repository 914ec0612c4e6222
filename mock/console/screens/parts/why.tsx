// Why a call ended as it did: the story, what would have been accepted, and the rule behind it.
import { rowOf } from '../../calls/call.ts'
import type { Schemas } from '../../calls/types.ts'
import { Code } from '../../kit/code.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Part } from '../../kit/page.tsx'
import { Table } from '../../kit/table.tsx'
import { idText, Sentence, Status } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import type { ExchangeLine } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'
import { History } from './history.tsx'
import { subjectHref } from './links.tsx'

export function Why({ id }: { id: string }) {
  const read = useControl('explainExchange', { path: { exchange_id: id } })
  return <Loaded read={read}>{why => <Explained why={why} />}</Loaded>
}

function Explained({ why }: { why: Schemas['Explanation'] }) {
  const { rule, accepted, issues, resources, exchange } = why
  const [reason = why.story, ...more] = why.reasons
  return (
    <div class="stack loose">
      <div class="stack tight">
        <p class="story">
          <Sentence text={reason} />
        </p>
        {more.map(one => (
          <p class="soft" key={one}>
            <Sentence text={one} />
          </p>
        ))}
      </div>
      {accepted.length > 0 ? (
        <Part title="What would have been accepted">
          <ul class="stack tight">
            {accepted.slice(0, 12).map(one => (
              <li key={one}>
                <Way to={one} exchange={exchange} />
              </li>
            ))}
            {accepted.length > 12 ? <li class="muted">and {accepted.length - 12} more</li> : null}
          </ul>
        </Part>
      ) : null}
      {issues.length > 0 ? (
        <Part title="What is wrong in the request">
          <Table
            plain
            rows={issues}
            id={({ in: place, field, message }) => `${place}${field}${message}`}
            columns={[
              {
                head: 'Where',
                hideHead: true,
                class: 'mono nowrap',
                cell: ({ in: place, field }) => (field ? `${place}.${field}` : place),
              },
              { head: 'What is wrong', hideHead: true, cell: ({ message }) => message },
            ]}
          />
        </Part>
      ) : null}
      {rule ? (
        <Part title={`Section ${rule.section} of the specification${rule.title ? `, ${rule.title}` : ''}`}>
          <Statements of={rule.requirements} words={resources.map(({ status }) => status)} />
          {rule.gap ? (
            <p class="gap-note">
              {rule.gap.silence.replace(
                /^The status is not shown/,
                'The specification states no status for this',
              )}
              {/^\d/.test(rule.gap.means) ? ' This mock answers ' : ' The answer of this mock: '}
              {rule.gap.means.replace(/\.$/, '')} (gap{' '}
              <a href={href(['gaps'], { gap: rule.gap.id })}>{rule.gap.id}</a>).
            </p>
          ) : rule.requirements.length === 0 ? (
            <p class="muted">
              The refusal’s code is <code>{rule.code}</code>.
            </p>
          ) : null}
        </Part>
      ) : null}
      {resources.map(resource => (
        <Part
          key={resource.id}
          title={resource.kind === 'workflow-run' ? 'The workflow run' : `The ${resource.kind}`}
        >
          <div class="row wrap">
            <a class="mono" href={subjectHref(resource.id)}>
              {resource.id}
            </a>
            <Status value={resource.status} />
            {resource.waits_for ? <span class="soft">waits for {resource.waits_for}</span> : null}
          </div>
          {resource.note ? (
            <p class="soft">
              <Sentence text={resource.note} />
            </p>
          ) : null}
          <History lines={resource.history.slice(-6)} />
        </Part>
      ))}
      {why.try.length > 0 ? (
        <Part title="To try now">
          {why.try.map(({ what, curl }) => (
            <div class="stack tight" key={curl}>
              <p class="soft">{what}</p>
              <Code text={curl} />
            </div>
          ))}
        </Part>
      ) : null}
    </div>
  )
}

/** What would have been accepted: an operation with its method and path, or something else in words. */
function Way({ to, exchange }: { to: string; exchange: ExchangeLine }) {
  const row = rowOf(to)
  if (!row) return <>{to}</>
  const ids = exchange.path.split('/')
  const names = rowOf(exchange.operation ?? '')?.path.split('/') ?? []
  const path = row.path.split('/').map(part => idText(ids[names.indexOf(part)] ?? part))
  return (
    <a class="row wrap" href={href(['reference', to])}>
      <span class="mono">
        {row.method} {path.join('/')}
      </span>
      <span class="muted small">{to}</span>
    </a>
  )
}

type Rule = NonNullable<Schemas['Explanation']['rule']>

/** The sentences that speak of the status that the resource has; the others of the section behind them. */
function Statements({ of, words }: { of: Rule['requirements']; words: readonly string[] }) {
  const about = of.filter(({ statement }) =>
    words.some(word => statement.includes(word.replaceAll('_', ' '))),
  )
  const first = about.length > 0 ? about : of.slice(0, 3)
  const rest = of.filter(one => !first.includes(one))
  const list = (some: typeof of) => (
    <ul class="stack">
      {some.map(({ id, statement }) => (
        <li key={id} class="statement">
          {statement} <span class="muted mono">{id}</span>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(first)}
      {rest.length > 0 ? (
        <details>
          <summary class="muted small">{rest.length} more of this section</summary>
          {list(rest)}
        </details>
      ) : null}
    </>
  )
}
