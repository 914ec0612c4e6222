// Agents: whose they are, who may use them, what they were told.
import { useEffect } from 'preact/hooks'
import type { components } from '#openapi'
import { Code, Empty, Facts, Figure, Loaded, Page, Panel, Problem } from '../kit/parts.tsx'
import { Avatar, Compact, Id, moneyText, percentText, Status, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { useControl, useService } from '../state/reads.ts'
import { Audience } from './parts/audience.tsx'
import { StartRunButton } from './parts/start-run-button.tsx'

type Agent = components['schemas']['Agent']

export default function Agents({ path }: { path: readonly string[] }) {
  useEffect(() => {
    document.title = 'Agents · Agent Work mock'
  }, [])
  return path[2] ? <AgentScreen ws={path[0]!} id={path[2]} key={path[2]} /> : <AgentList ws={path[0]!} />
}

function AgentList({ ws }: { ws: string }) {
  const read = useService('listAgents', { query: { limit: 100 } }, ['agents', 'control', '*'])
  const stats = useService('getAgentStats', { query: { days: 30 } }, ['runs', '*'])
  const text = place.value.query.get('text') ?? ''
  const byId = new Map((stats.data?.data ?? []).map(one => [one.agent_id, one]))
  return (
    <Page
      title="Agents"
      note="Ready-made ones carry as a tag what their runs do; any agent takes a script of your own."
    >
      <search class="row filters">
        <input
          class="input filter-text"
          data-filter
          type="search"
          placeholder="Find an agent"
          aria-label="Find an agent"
          value={text}
          onInput={event => go(hrefHere({ text: event.currentTarget.value || null }), true)}
        />
      </search>
      <Panel flush label="Agents">
        <Loaded read={read}>
          {({ data }) => {
            const fitting = data.filter(({ name, description, tags }) =>
              `${name} ${description} ${tags.join(' ')}`.toLowerCase().includes(text.toLowerCase()),
            )
            if (fitting.length === 0)
              return <Empty title={data.length === 0 ? 'No agents' : 'No agent fits'} />
            return (
              <div class="table-frame">
                <table class="table">
                  <thead>
                    <tr>
                      <th scope="col">Agent</th>
                      <th scope="col">Does</th>
                      <th scope="col" class="right">
                        Runs in 30 days
                      </th>
                      <th scope="col" class="right">
                        Cost
                      </th>
                      <th scope="col">Sharing</th>
                    </tr>
                  </thead>
                  <tbody>
                    {fitting.map(agent => {
                      const used = byId.get(agent.id)
                      const ready = agent.tags.find(tag => tag.startsWith('agent-'))
                      return (
                        <tr key={agent.id}>
                          <td class="nowrap">
                            <span class="row">
                              <Avatar name={agent.name} agent />
                              <a class="strong" href={href([ws, 'agents', agent.id])}>
                                {agent.name}
                              </a>
                            </span>
                          </td>
                          <td class="wide cut soft" title={agent.description}>
                            {ready ? <span class="tag blue">{ready}</span> : null} {agent.description}
                          </td>
                          <td class="right number">{used?.runs ?? 0}</td>
                          <td class="right number">{moneyText(used?.cost_euros ?? 0)}</td>
                          <td>
                            {agent.visibility === 'private' ? (
                              <span class="tag amber">private</span>
                            ) : (
                              <span class="muted">shared</span>
                            )}
                          </td>
                        </tr>
                      )
                    })}
                  </tbody>
                </table>
              </div>
            )
          }}
        </Loaded>
      </Panel>
    </Page>
  )
}

function AgentScreen({ ws, id }: { ws: string; id: string }) {
  const read = useService('getAgent', { path: { agent_id: id } }, ['agents', '*'])
  const agent = read.data
  if (!agent)
    return (
      <Page title="Agent" note={<Id id={id} whole />}>
        {read.error ? <Problem error={read.error} /> : null}
        {read.error ? (
          <Panel title="Who sees it">
            <Audience ws={ws} id={id} />
          </Panel>
        ) : null}
      </Page>
    )
  return <AgentPage ws={ws} agent={agent} />
}

function AgentPage({ ws, agent }: { ws: string; agent: Agent }) {
  const stats = useService('getAgentStats', { query: { days: 30 } }, ['runs', '*'])
  const runs = useService('listRuns', { query: { agent_id: agent.id, limit: 12 } }, ['runs', 'running', '*'])
  const people = useControl('listPeople', { path: { workspace_id: ws } }, ['people'])
  const used = stats.data?.data.find(one => one.agent_id === agent.id)
  const { config } = agent
  return (
    <Page
      title={
        <span class="row">
          <Avatar name={agent.name} agent /> {agent.name}
        </span>
      }
      note={agent.description}
      actions={<StartRunButton agentId={agent.id} />}
    >
      <dl class="figures">
        <Figure label="Runs" note="in 30 days">
          {used?.runs ?? 0}
        </Figure>
        <Figure label="Success">
          {used && used.success_rate !== null ? percentText(used.success_rate) : '–'}
        </Figure>
        <Figure label="Cost">{moneyText(used?.cost_euros ?? 0)}</Figure>
        <Figure label="Tokens">
          <Compact value={used?.tokens.total ?? 0} />
        </Figure>
      </dl>
      <div class="columns">
        <div class="stack loose">
          <Panel title="System prompt">
            {config.system_prompt ? <Code text={config.system_prompt} /> : <p class="muted">None.</p>}
          </Panel>
          <Panel
            title="Newest runs"
            flush
            actions={
              <a class="small" href={href([ws, 'runs'], { agent: agent.id })}>
                All runs
              </a>
            }
          >
            <Loaded read={runs}>
              {({ data }) =>
                data.length === 0 ? (
                  <Empty title="No runs yet" />
                ) : (
                  <ul class="feed">
                    {data.map(run => (
                      <li key={run.id}>
                        <Time at={run.created_at} />
                        <a class="row plain-link" href={href([ws, 'runs', run.id])}>
                          <Status value={run.status} />
                          <span class="cut grow">
                            {run.summary ?? run.question?.prompt ?? String(run.input?.task ?? '')}
                          </span>
                          <span class="number">{moneyText(run.cost_euros)}</span>
                        </a>
                      </li>
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </Panel>
        </div>
        <div class="stack loose">
          <Panel title="The agent">
            <Facts
              rows={[
                ['Owner', people.data?.data.find(({ id }) => id === agent.owner_id)?.name],
                ['Sharing', agent.visibility],
                ['Model', config.model],
                ['Tools', config.tools.length > 0 ? config.tools.join(', ') : 'none'],
                ['Temperature', String(config.temperature)],
                ['Steps', `${config.max_steps} at most`],
                [
                  'Tags',
                  <span key="tags" class="row wrap">
                    {agent.tags.map(tag => (
                      <span class="tag" key={tag}>
                        {tag}
                      </span>
                    ))}
                  </span>,
                ],
                ['Changed', <Time key="at" at={agent.updated_at} />],
                ['Id', <Id key="id" id={agent.id} />],
              ]}
            />
          </Panel>
          <Panel title="Who sees it">
            <Audience ws={ws} id={agent.id} />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
