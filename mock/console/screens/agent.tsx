// One agent: owner, sharing, system prompt, figures and newest runs.
import type { Schemas } from '../calls/types.ts'
import { Code } from '../kit/code.tsx'
import { Facts, Figures } from '../kit/figures.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { Compact, Id, moneyText, percentText, Tags, Time } from '../kit/values.tsx'
import { href, place } from '../routes.ts'
import { now } from '../state/live.ts'
import { useService } from '../state/reads.ts'
import { Audience, NotShown } from './parts/audience.tsx'
import { usePeople } from './parts/names.ts'
import { RunFeed } from './parts/run-feed.tsx'
import { StartRunButton } from './parts/start-run-button.tsx'

export function AgentScreen({ id }: { id: string }) {
  const read = useService('getAgent', { path: { agent_id: id } })
  if (!read.data) return <NotShown title="Agent" {...{ id, read }} />
  return <AgentPage agent={read.data} />
}

function AgentPage({ agent }: { agent: Schemas['Agent'] }) {
  const days = Number(place.value.query.get('days') ?? '30')
  const since = now.peek() - days * 86_400_000
  const stats = useService('getAgentStats', { query: { days } })
  const list = useService('listRuns', { query: { agent_id: agent.id, limit: 100 } })
  const runs = list.data?.data.filter(({ created_at }) => Date.parse(created_at) >= since)
  const { nameOf } = usePeople()
  const used = stats.data?.data.find(one => one.agent_id === agent.id)
  const { config } = agent
  return (
    <Page title={agent.name} isAgent note={agent.description} actions={<StartRunButton agentId={agent.id} />}>
      <Figures
        rows={[
          ['Runs', used?.runs ?? 0, `in ${days} days`],
          ['Success', used && used.success_rate !== null ? percentText(used.success_rate) : '–'],
          ['Cost', moneyText(used?.cost_euros ?? 0)],
          ['Tokens', <Compact value={used?.tokens.total ?? 0} key="tokens" />],
        ]}
      />
      <div class="columns">
        <div class="stack loose">
          <Panel title="System prompt">
            {config.system_prompt ? <Code text={config.system_prompt} /> : <p class="muted">None.</p>}
          </Panel>
          <Panel
            title={`Runs of the last ${days} days`}
            flush
            link={['All runs', href(['runs'], { agent: agent.id })]}
          >
            <RunFeed read={{ ...list, data: runs && { data: runs } }} />
          </Panel>
        </div>
        <div class="stack loose">
          <Panel title="The agent">
            <Facts
              of={{
                Owner: nameOf(agent.owner_id),
                Sharing: agent.visibility,
                Model: config.model,
                Tools: config.tools.length > 0 ? config.tools.join(', ') : 'none',
                Temperature: String(config.temperature),
                Steps: `${config.max_steps} at most`,
                Tags: <Tags tags={agent.tags} />,
                Changed: <Time at={agent.updated_at} />,
                Id: <Id id={agent.id} />,
              }}
            />
          </Panel>
          <Panel title="Who sees it">
            <Audience id={agent.id} />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
