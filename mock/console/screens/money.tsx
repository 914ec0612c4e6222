// Spend, balance, plan and statement of the workspace.
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { control } from '../calls/call.ts'
import { words } from '../generated/words.gen.ts'
import { Button } from '../kit/button.tsx'
import { DayBars, NameBars } from '../kit/charts.tsx'
import { Select } from '../kit/fields.tsx'
import { Figures } from '../kit/figures.tsx'
import { Page, Panel, ReadPanel } from '../kit/page.tsx'
import { Table } from '../kit/table.tsx'
import { choiceIn, Segments } from '../kit/tabs.tsx'
import { countText, inWords, moneyText } from '../kit/values.tsx'
import { href, place } from '../routes.ts'
import { act } from '../state/acts.ts'
import { type Read, useService } from '../state/reads.ts'

export default function Money() {
  const howFar = choiceIn('days', '30')
  const days = Number(howFar.current)
  const query = { days }
  const wallet = useService('getWallet', {})
  const overTime = useService('getSpendOverTime', { query })
  const byAgent = useService('getSpendByAgent', { query })
  const byModel = useService('getSpendByModel', { query })
  const byTeam = useService('getSpendByTeam', { query })
  const byUser = useService('getSpendByUser', { query })
  const agentHref = (id: string) => href(['agents', id], { days: place.value.query.get('days') })
  const most = byAgent.data?.data.find(({ agent_id, spend_euros }) => agent_id !== null && spend_euros > 0)
  const costliest = most && (
    <a class="plain-link" href={agentHref(most.agent_id!)}>
      {most.agent_name}
    </a>
  )
  return (
    <Page
      name="Money"
      title={overTime.data ? `${moneyText(overTime.data.total_spend_euros)} in ${days} days` : 'Money'}
      note="Every cent is charged once; these are the same figures that your client reads."
      actions={
        <Segments
          label="How far back"
          {...howFar}
          options={['7', '30', '90'].map(id => [id, `${id} days`])}
        />
      }
    >
      <Figures
        rows={[
          ['Today (UTC)', wallet.data ? moneyText(wallet.data.spend_today_euros) : '–', 'spent'],
          ['Balance', wallet.data ? moneyText(wallet.data.balance_euros) : '–', 'in the wallet'],
          ['Costliest agent', costliest ?? '–', most ? moneyText(most.spend_euros) : ' '],
        ]}
      />
      <ReadPanel title="Spend by day" read={overTime}>
        {({ data }) => (
          <DayBars
            label={`Spend by day over ${days} days`}
            points={data.map(({ date, spend_euros }) => ({ date, value: spend_euros }))}
            text={shortMoney}
          />
        )}
      </ReadPanel>
      <div class="columns even">
        <div class="stack loose">
          <SpendPanel
            title="By agent"
            read={byAgent}
            id="agent_id"
            name="agent_name"
            hrefOf={agentHref}
            rest="by no agent: the plan, completions and searches."
          />
          <SpendPanel title="By team" read={byTeam} id="team_id" name="team_name" />
          <Wallet />
        </div>
        <div class="stack loose">
          <SpendPanel title="By model" read={byModel} id="model" name="model_name" />
          <SpendPanel title="By person" read={byUser} id="user_id" name="user_name" />
          <Plan />
        </div>
      </div>
      <Statement />
    </Page>
  )
}

type Spend<Id extends string, Name extends string> = Record<Id, string | null> &
  Record<Name, string> & { spend_euros: number }

interface SpendPanelProps<Id extends string, Name extends string> {
  title: string
  read: Read<{ data: readonly Spend<Id, Name>[] }>
  /** Spend that belongs to nobody has no id, and no bar. */
  id: Id
  name: Name
  hrefOf?: (id: string) => string
  /** What the spend is that belongs to nobody. */
  rest?: string
}

function SpendPanel<Id extends string, Name extends string>(props: SpendPanelProps<Id, Name>) {
  const { title, read, id: idName, name, hrefOf, rest } = props
  return (
    <ReadPanel title={title} read={read}>
      {({ data }) => {
        const others = data.find(row => row[idName] === null)?.spend_euros ?? 0
        const rows = data.flatMap(row => {
          const id = row[idName]
          return id === null ? [] : { id, name: row[name], value: row.spend_euros, href: hrefOf?.(id) }
        })
        return (
          <div class="stack">
            <NameBars rows={rows} />
            {rest && others > 0 ? (
              <p class="muted small">
                and {moneyText(others)} {rest}
              </p>
            ) : null}
          </div>
        )
      }}
    </ReadPanel>
  )
}

function shortMoney(euros: number): string {
  return euros === 0
    ? '€0'
    : euros < 10
      ? `€${euros.toFixed(euros < 1 ? 2 : euros % 1 === 0 ? 0 : 2)}`
      : `€${Math.round(euros)}`
}

function Wallet() {
  const [amount, setAmount] = useState('50')
  const setBalance = (balance_euros: number, said: string) =>
    act(control('setBalance', { body: { balance_euros } }), said)
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
            act(
              control('topUp', { body: { euros: Number(amount) } }),
              `Topped up by ${moneyText(Number(amount))}`,
            )
          }
        >
          Top up
        </Button>
        <Button onClick={() => setBalance(Number(amount), `The balance is ${moneyText(Number(amount))}`)}>
          Set the balance
        </Button>
        <Button
          kind="danger"
          onClick={() => setBalance(0, 'The balance is €0: runs are refused with 402 now')}
        >
          Set to €0
        </Button>
      </div>
    </Panel>
  )
}

function Plan() {
  const read = useService('getEntitlements', {})
  return (
    <ReadPanel title="Plan" read={read}>
      {({ plan, caps, usage, features }) => (
        <div class="stack loose">
          <div class="row wrap">
            <span class="strong">{plan.name}</span>
            <span class="muted grow">{moneyText(plan.monthly_price_euros)} a month</span>
            <Select
              label="Plan"
              value={plan.id.replace(/^plan_/, '') as (typeof words.PlanName)[number]}
              onChange={name =>
                act(control('setPlan', { body: { plan: name } }), ({ name }) => `The plan is ${name}`)
              }
              options={words.PlanName.map(name => [name, inWords(name)] as const)}
            />
          </div>
          <div class="bars">
            {Object.entries(caps).map(([name, cap]) => {
              const used = Number(usage[name as keyof typeof usage] ?? 0)
              const most = typeof cap === 'number' ? cap : null
              const share = most ? Math.min(1, used / most) : 0
              return (
                <Fragment key={name}>
                  <span>{name.replaceAll('_', ' ')}</span>
                  <span class={`meter ${share > 0.9 ? 'red' : ''}`}>
                    <span style={{ width: `${share * 100}%` }} />
                  </span>
                  <span class="number right small">
                    {countText(used)} of {most === null ? 'any' : countText(most)}
                  </span>
                </Fragment>
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
    </ReadPanel>
  )
}

function Statement() {
  const read = useService('getMonthlyStatement', {})
  const [isAll, setAll] = useState(false)
  return (
    <ReadPanel title={read.data ? `Statement of ${read.data.month}` : 'Statement'} flush read={read}>
      {({ lines, headline }) => (
        <Table
          rows={isAll ? lines : lines.slice(0, 8)}
          id={({ kind, description }) => kind + description}
          columns={[
            { head: 'For', width: '1fr', cell: ({ description }) => description },
            { head: 'Number', align: 'end', cell: ({ quantity }) => countText(quantity) },
            { head: 'Amount', align: 'end', cell: ({ amount_euros }) => moneyText(amount_euros) },
          ]}
          footer={
            <>
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
            </>
          }
        />
      )}
    </ReadPanel>
  )
}
