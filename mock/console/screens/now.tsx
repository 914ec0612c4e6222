// The first screen: address and keys, what happens, what waits, and the last refusal.

import { type ComponentChildren, Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { mockBase } from '../address.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Code, copy } from '../kit/code.tsx'
import { Figures } from '../kit/figures.tsx'
import { Icon } from '../kit/icon.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel, ReadPanel } from '../kit/page.tsx'
import { Ago, Avatar, costText, counted, durationText, HttpStatus, moneyText } from '../kit/values.tsx'
import { href, rootHref, workspaceId } from '../routes.ts'
import { unknownKeys } from '../state/live.ts'
import { useControl, useExchanges, useService } from '../state/reads.ts'
import { inUtc } from '../state/settings.ts'
import { CallText } from './parts/call-text.tsx'
import { DecideButtons } from './parts/decide.tsx'
import { Feed } from './parts/feed.tsx'
import { StartRunButton } from './parts/start-run-button.tsx'

export default function Now() {
  const tz = inUtc.value ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
  const stats = useService('getDashboardStats', { query: { tz } }).data
  const running = useService('listRuns', { query: { status: 'running', limit: 100 } }).data
  return (
    <Page
      title={stats && running ? titleOf(running, stats.runs_in_progress) : 'Now'}
      name={workspaceId.value!}
      note="Everything here is made up, and nothing leaves this machine."
      actions={<StartRunButton />}
    >
      {unknownKeys.value > 0 ? (
        <div class="notice row wrap">
          <span class="grow">
            {counted(unknownKeys.value, 'request')} came without a key that works here.
          </span>
          <a href={rootHref(['unmatched'], { as: null })}>See what is probably wrong</a>
        </div>
      ) : null}
      <Connect />
      <div class="columns">
        <div class="stack loose">
          <KeyFigures stats={stats} />
          <Feed />
        </div>
        <div class="stack loose">
          <LastRefusal />
          <WhatWaits />
          <AtWork runs={running?.data ?? []} />
        </div>
      </div>
    </Page>
  )
}

/** Such as: 2 runs running, 11 paused. */
function titleOf({ data, next_cursor }: Schemas['RunPage'], all: number): string {
  // With more than a page of them, which of all are paused is not known.
  return next_cursor
    ? `${counted(all, 'run')} running or paused`
    : `${counted(data.length, 'run')} running, ${Math.max(0, all - data.length)} paused`
}

function KeyFigures({ stats }: { stats: Schemas['DashboardStats'] | undefined }) {
  const wallet = useService('getWallet', {}).data
  const waiting = useControl('listWaiting', {}).data
  return (
    <Figures
      rows={[
        ['Runs started today', stats?.runs_today ?? '–'],
        [
          'Approvals pending',
          stats?.pending_approvals ?? '–',
          waiting ? `and ${counted(waiting.questions.length, 'question')}` : ' ',
        ],
        [
          inUtc.value ? 'Spend today' : 'Spend today (UTC)',
          wallet ? moneyText(wallet.spend_today_euros) : '–',
          wallet ? `${moneyText(wallet.spend_last_30_days_euros)} in 30 days` : ' ',
        ],
        ['Balance', wallet ? moneyText(wallet.balance_euros) : '–', 'in the wallet'],
      ]}
    />
  )
}

const likelyKeys = ['admin', 'manager', 'member', 'read-only']

function Connect() {
  const read = useControl('readWorkspace', {})
  const calls = useExchanges()
  const [name, setName] = useState('member')
  const [opened, setOpened] = useState<boolean>()
  if (!calls) return null
  // It folds away when calls of the client arrive.
  const isOpen = opened ?? calls.every(call => call.console)
  return (
    <section class="panel" aria-label="Point your client here">
      <header class="row wrap">
        <button type="button" class="fold row" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
          <Icon name="down" />
          <h2>Point your client here</h2>
        </button>
        <span class="mono muted cut grow">{mockBase}</span>
        <Button small icon="copy" onClick={() => copy(mockBase, 'Address copied')}>
          Copy address
        </Button>
      </header>
      {isOpen ? (
        <Loaded read={read}>
          {({ keys }) => (
            <>
              <div class="connect">
                {likelyKeys
                  .filter(one => keys[one])
                  .map(one => (
                    <Fragment key={one}>
                      <span class="muted">{one}</span>
                      <span class="mono cut">{masked(keys[one]!)}</span>
                      <Button
                        small
                        icon="copy"
                        label={`Copy the key ${one}`}
                        onClick={() => {
                          setName(one)
                          void copy(keys[one]!, `The key ${one} was copied`)
                        }}
                      >
                        Copy
                      </Button>
                    </Fragment>
                  ))}
              </div>
              <div class="body">
                <Code
                  text={`curl -H 'Authorization: Bearer ${keys[name] ?? Object.values(keys)[0]}' '${mockBase}/agents/?view=summary'`}
                />
              </div>
            </>
          )}
        </Loaded>
      ) : null}
    </section>
  )
}

/** Keys of the demo are known to everybody; others stay masked until they are copied. */
function masked(secret: string): string {
  return secret.length < 30 ? secret : `${secret.slice(0, 8)}…${secret.slice(-4)}`
}

function LastRefusal() {
  const last = useExchanges()?.findLast(call => call.refusal && !call.console)
  if (!last?.refusal) return null
  return (
    <Panel
      title="Last refusal"
      actions={
        <a class="button small" href={href(['journal', last.id], { tab: 'why' })}>
          Why <span class="only-read">the last call was refused</span>
        </a>
      }
    >
      <div class="stack tight">
        <div class="row">
          <HttpStatus status={last.status} />
          <CallText call={last} />
          <span class="grow" />
          <span class="muted small">
            <Ago at={last.at} />
          </span>
        </div>
        <p class="soft">{last.refusal.message}</p>
      </div>
    </Panel>
  )
}

/** The running runs, with costs that grow. */
function AtWork({ runs }: { runs: readonly Schemas['Run'][] }) {
  if (runs.length === 0) return null
  return (
    <Panel title="At work" flush link={['All at work', href(['runs'], { status: 'running' })]}>
      <ul class="waiting-list">
        {runs.slice(0, 5).map(({ id, agent_name, input, cost_euros, duration_seconds }) => (
          <Item
            key={id}
            icon={<Avatar name={agent_name} agent />}
            to={href(['runs', id])}
            title={agent_name}
            note={String(input?.task ?? '').split('\n')[0]}
          >
            <span class="stack tight right">
              <span class="number">{costText(cost_euros)}</span>
              <span class="number muted small">{durationText(duration_seconds * 1_000)}</span>
            </span>
          </Item>
        ))}
      </ul>
    </Panel>
  )
}

function WhatWaits() {
  const read = useControl('listWaiting', {})
  const { approvals = [], questions = [] } = read.data ?? {}
  const counts = `${counted(questions.length, 'question')}, ${counted(approvals.length, 'approval')}`
  return (
    <ReadPanel
      title={read.data ? counts : 'What waits'}
      flush
      link={['All that waits', href(['waiting'])]}
      read={read}
    >
      {() =>
        approvals.length + questions.length === 0 ? (
          <Empty
            title="Nothing waits"
            text="Approvals, gates of workflows and questions of runs stand here until somebody decides or answers."
          />
        ) : (
          <ul class="waiting-list">
            {questions.slice(0, 3).map(({ run_id, agent_name, question }) => (
              <Item
                key={run_id}
                icon={<Avatar name={agent_name} agent />}
                to={href(['runs', run_id])}
                title={question.prompt}
                note={[`${agent_name} asks, `, <Ago key="ago" at={question.asked_at} />]}
              >
                <a class="button small" href={href(['runs', run_id])}>
                  Answer <span class="only-read">{agent_name}</span>
                </a>
              </Item>
            ))}
            {approvals.slice(0, 4).map(approval => (
              <Item
                key={approval.id}
                icon={<Icon name="gate" />}
                to={href(['waiting'], { approval: approval.id })}
                title={approval.title}
                note={[`${approval.kind.replace('_', ' ')}, `, <Ago key="ago" at={approval.requested_at} />]}
              >
                <DecideButtons approval={approval} small />
              </Item>
            ))}
          </ul>
        )
      }
    </ReadPanel>
  )
}

type ItemProps = Record<'icon' | 'note' | 'children', ComponentChildren> & Record<'to' | 'title', string>

function Item({ icon, to, title, note, children }: ItemProps) {
  return (
    <li class="row">
      {icon}
      <a class="grow stack tight plain-link" href={to}>
        <span class="strong lines-2" title={title}>
          {title}
        </span>
        <span class="muted small lines-2">{note}</span>
      </a>
      {children}
    </li>
  )
}
