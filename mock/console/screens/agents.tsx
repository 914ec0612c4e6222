// The agents of the workspace.
import type { Schemas } from '../calls/types.ts'
import { FilterField, isFound } from '../kit/fields.tsx'
import { Empty, Page, ReadPanel } from '../kit/page.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { Avatar, costText } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { useService } from '../state/reads.ts'
import { AgentScreen } from './agent.tsx'

export default function Agents({ path }: { path: readonly string[] }) {
  return path[2] ? <AgentScreen id={path[2]} key={path[2]} /> : <AgentList />
}

function AgentList() {
  const read = useService('listAgents', { query: { limit: 100 } })
  const stats = useService('getAgentStats', { query: { days: 30 } })
  const statsOf = new Map((stats.data?.data ?? []).map(one => [one.agent_id, one]))
  return (
    <Page
      title="Agents"
      note="Ready-made ones carry as a tag what their runs do; any agent takes a script of your own."
    >
      <search class="row filters">
        <FilterField label="Find an agent" />
      </search>
      <ReadPanel flush label="Agents" read={read}>
        {({ data }) => {
          const fitting = data.filter(({ name, description, tags }) => isFound(name, description, ...tags))
          return fitting.length === 0 ? (
            <Empty title={data.length === 0 ? 'No agents' : 'No agent fits'} />
          ) : (
            <Table rows={fitting} columns={columnsOf(statsOf)} />
          )
        }}
      </ReadPanel>
    </Page>
  )
}

function columnsOf(statsOf: ReadonlyMap<string, Schemas['AgentStats']>): readonly Column<Schemas['Agent']>[] {
  return [
    {
      head: 'Agent',
      class: 'nowrap',
      cell: ({ id, name }) => (
        <span class="row">
          <Avatar name={name} agent />
          <a class="strong" href={href(['agents', id])}>
            {name}
          </a>
        </span>
      ),
    },
    {
      head: 'Does',
      from: 'tablet',
      width: '1fr',
      class: 'soft',
      cell: ({ tags, description }) => {
        const ready = tags.find(tag => tag.startsWith('agent-'))
        return (
          <span title={description}>
            {ready ? <span class="tag blue">{ready}</span> : null} {description}
          </span>
        )
      },
    },
    { head: 'Runs in 30 days', align: 'end', cell: ({ id }) => statsOf.get(id)?.runs ?? 0 },
    { head: 'Cost', align: 'end', cell: ({ id }) => costText(statsOf.get(id)?.cost_euros ?? 0) },
    {
      head: 'Sharing',
      from: 'tablet',
      cell: ({ visibility }) => <span class={visibility === 'private' ? 'tag' : 'muted'}>{visibility}</span>,
    },
  ]
}
