// Where the workspace's euros went, what is left, and what the plan allows.
import { useEffect, useState } from 'preact/hooks'
import { DayBars, NameBars } from '../kit/charts.tsx'
import { Button, Figure, Loaded, Page, Panel, Segments, Select } from '../kit/parts.tsx'
import { countText, moneyText } from '../kit/values.tsx'
import { href, hrefHere, place } from '../routes.ts'
import { actControl } from '../state/acts.ts'
import { useService } from '../state/reads.ts'

const on = ['runs', 'running', 'conversations', 'tenant', 'control', '*']
const ranges = ['7', '30', '90'] as const

export default function Money({ path }: { path: readonly string[] }) {
  const ws = path[0]!
  const days = Number(place.value.query.get('days') ?? '30')
  const query = { days }
  const wallet = useService('getWallet', {}, on)
  const overTime = useService('getSpendOverTime', { query }, on)
  const byAgent = useService('getSpendByAgent', { query }, on)
  const byModel = useService('getSpendByModel', { query }, on)
  const byTeam = useService('getSpendByTeam', { query }, on)
  const byUser = useService('getSpendByUser', { query }, on)
  useEffect(() => {
    document.title = 'Money · Agent Work mock'
  }, [])
  const agents = byAgent.data?.data.filter(({ agent_id }) => agent_id !== null) ?? []
  const rest = byAgent.data?.data.find(({ agent_id }) => agent_id === null)?.spend_euros ?? 0
  const most = agents[0]
  return (
    <Page
      title="Money"
      note="Every cent is charged once; these are the same figures that your client reads."
      actions={
        <Segments
          label="How far back"
          current={String(days)}
          options={ranges.map(id => ({
            id,
            text: `${id} days`,
            href: hrefHere({ days: id === '30' ? null : id }),
          }))}
        />
      }
    >
      <dl class="figures">
        <Figure
          label={`Spend in ${days} days`}
          note={wallet.data ? `${moneyText(wallet.data.spend_today_euros)} of it today` : ' '}
        >
          {overTime.data ? moneyText(overTime.data.total_spend_euros) : '–'}
        </Figure>
        <Figure label="Balance" note="in the wallet">
          {wallet.data ? moneyText(wallet.data.balance_euros) : '–'}
        </Figure>
        <Figure label="Costliest agent" note={most ? moneyText(most.spend_euros) : ' '}>
          {most ? (
            <a class="plain-link" href={href([ws, 'agents', most.agent_id!])}>
              {most.agent_name}
            </a>
          ) : (
            '–'
          )}
        </Figure>
      </dl>
      <Panel title="Spend by day">
        <Loaded read={overTime}>
          {({ data }) => (
            <DayBars
              label={`Spend by day over ${days} days`}
              points={data.map(({ date, spend_euros }) => ({ date, value: spend_euros }))}
              text={shortMoney}
            />
          )}
        </Loaded>
      </Panel>
      <div class="columns even">
        <div class="stack loose">
          <Panel title="By agent">
            <Loaded read={byAgent}>
              {() => (
                <div class="stack">
                  <NameBars
                    rows={agents.map(({ agent_id, agent_name, spend_euros }) => ({
                      id: agent_id!,
                      name: agent_name,
                      value: spend_euros,
                      href: href([ws, 'agents', agent_id!]),
                    }))}
                    text={moneyText}
                  />
                  {rest > 0 ? (
                    <p class="muted small">
                      and {moneyText(rest)} by no agent: the plan, completions and searches.
                    </p>
                  ) : null}
                </div>
              )}
            </Loaded>
          </Panel>
          <Panel title="By team">
            <Loaded read={byTeam}>
              {({ data }) => (
                <NameBars
                  rows={data
                    .filter(({ team_id }) => team_id !== null)
                    .map(({ team_id, team_name, spend_euros }) => ({
                      id: team_id!,
                      name: team_name,
                      value: spend_euros,
                    }))}
                  text={moneyText}
                />
              )}
            </Loaded>
          </Panel>
          <Wallet ws={ws} />
        </div>
        <div class="stack loose">
          <Panel title="By model">
            <Loaded read={byModel}>
              {({ data }) => (
                <NameBars
                  rows={data
                    .filter(({ model }) => model !== null)
                    .map(({ model, model_name, spend_euros }) => ({
                      id: model!,
                      name: model_name,
                      value: spend_euros,
                    }))}
                  text={moneyText}
                />
              )}
            </Loaded>
          </Panel>
          <Panel title="By person">
            <Loaded read={byUser}>
              {({ data }) => (
                <NameBars
                  rows={data
                    .filter(({ user_id }) => user_id !== null)
                    .map(({ user_id, user_name, spend_euros }) => ({
                      id: user_id!,
                      name: user_name,
                      value: spend_euros,
                    }))}
                  text={moneyText}
                />
              )}
            </Loaded>
          </Panel>
          <Plan ws={ws} />
        </div>
      </div>
      <Statement />
    </Page>
  )
}

function shortMoney(euros: number): string {
  return euros === 0
    ? '€0'
    : euros < 10
      ? `€${euros.toFixed(euros < 1 ? 2 : euros % 1 === 0 ? 0 : 2)}`
      : `€${Math.round(euros)}`
}

function Wallet({ ws }: { ws: string }) {
  const path = { workspace_id: ws }
  const [amount, setAmount] = useState('50')
  return (
    <Panel title="The wallet, as a person fills it">
      <div class="row wrap">
        <input
          class="input short"
          type="number"
          min="0"
          step="0.01"
          aria-label="Euros"
          value={amount}
          onInput={event => setAmount(event.currentTarget.value)}
        />
        <Button
          onClick={() =>
            void actControl(
              'topUp',
              { path, body: { euros: Number(amount) } },
              { said: `Topped up by ${moneyText(Number(amount))}` },
            )
          }
        >
          Top up
        </Button>
        <Button
          onClick={() =>
            void actControl(
              'setBalance',
              { path, body: { balance_euros: Number(amount) } },
              { said: `The balance is ${moneyText(Number(amount))}` },
            )
          }
        >
          Set the balance
        </Button>
        <Button
          kind="danger"
          onClick={() =>
            void actControl(
              'setBalance',
              { path, body: { balance_euros: 0 } },
              { said: 'The balance is €0: runs are refused with 402 now' },
            )
          }
        >
          Set to €0
        </Button>
      </div>
    </Panel>
  )
}

function Plan({ ws }: { ws: string }) {
  const read = useService('getEntitlements', {}, on)
  return (
    <Panel title="Plan">
      <Loaded read={read}>
        {({ plan, caps, usage, features }) => (
          <div class="stack loose">
            <div class="row wrap">
              <span class="strong">{plan.name}</span>
              <span class="muted grow">{moneyText(plan.monthly_price_euros)} a month</span>
              <span class="key-select">
                <Select
                  label="Plan"
                  value={plan.id.replace(/^plan_/, '') as 'starter'}
                  onChange={name =>
                    void actControl(
                      'setPlan',
                      { path: { workspace_id: ws }, body: { plan: name } },
                      { said: ({ name }) => `The plan is ${name}` },
                    )
                  }
                  options={[
                    ['starter', 'Starter'],
                    ['business', 'Business'],
                    ['enterprise', 'Enterprise'],
                  ]}
                />
              </span>
            </div>
            <div class="caps">
              {Object.entries(caps).map(([name, cap]) => {
                const used = Number(usage[name as keyof typeof usage] ?? 0)
                const most = typeof cap === 'number' ? cap : null
                const share = most ? Math.min(1, used / most) : 0
                return (
                  <>
                    <span key={name}>{name.replaceAll('_', ' ')}</span>
                    <span class={`meter ${share > 0.9 ? 'red' : share > 0.75 ? 'amber' : ''}`}>
                      <span style={{ width: `${share * 100}%` }} />
                    </span>
                    <span class="number right small">
                      {countText(used)} of {most === null ? 'any' : countText(most)}
                    </span>
                  </>
                )
              })}
            </div>
            <p class="muted small">
              {Object.entries(features)
                .map(([name, has]) => `${has ? '✓' : '✗'} ${name.replaceAll('_', ' ')}`)
                .join('   ')}
            </p>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function Statement() {
  const read = useService('getMonthlyStatement', {}, on)
  const [isAll, setAll] = useState(false)
  return (
    <Panel title={read.data ? `Statement of ${read.data.month}` : 'Statement'} flush>
      <Loaded read={read}>
        {({ lines, headline }) => (
          <div class="table-frame">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">For</th>
                  <th scope="col" class="right">
                    Number
                  </th>
                  <th scope="col" class="right">
                    Amount
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines
                  .slice(0, isAll ? undefined : 8)
                  .map(({ kind, description, quantity, amount_euros }) => (
                    <tr key={kind + description}>
                      <td class="wide cut">{description}</td>
                      <td class="right number">{countText(quantity)}</td>
                      <td class="right number">{moneyText(amount_euros)}</td>
                    </tr>
                  ))}
                {lines.length > 8 ? (
                  <tr>
                    <td colSpan={3}>
                      <button type="button" class="link" onClick={() => setAll(!isAll)}>
                        {isAll ? 'Fewer lines' : `${lines.length - 8} more lines`}
                      </button>
                    </td>
                  </tr>
                ) : null}
                <tr>
                  <td class="strong">In all</td>
                  <td />
                  <td class="right number strong">{moneyText(headline.total_euros)}</td>
                </tr>
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
