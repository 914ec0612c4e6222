// The workspace's time: what it is, how it passes, what is due next, and how to move on.
import { useEffect, useState } from 'preact/hooks'
import type { ControlComponents } from '../calls/types.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Item, Loaded, Menu } from '../kit/parts.tsx'
import { Ago, dayText, durationText, Time, timeText } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { actControl } from '../state/acts.ts'
import { now, workspaceId, workspaces } from '../state/live.ts'
import { useControl } from '../state/reads.ts'

type Advance = ControlComponents['schemas']['Advance']
type TimePassed = ControlComponents['schemas']['TimePassed']

/** Lets time pass, and says what happened. */
export function letPass(how: Advance): Promise<TimePassed | undefined> {
  const workspace_id = workspaceId.value!
  return actControl(
    'advanceClock',
    { path: { workspace_id }, body: how },
    {
      said: ({ from, now, transitions, left_out }) => {
        const count = transitions.length + left_out
        const passed = durationText(Date.parse(now) - Date.parse(from))
        return count === 0
          ? `${passed} passed. Nothing got another status.`
          : `${passed} passed. ${count} ${count === 1 ? 'thing' : 'things'} happened:`
      },
      lines: ({ transitions }) => transitions.slice(-6).map(({ says }) => plainWords(says)),
      link: ({ transitions }) =>
        transitions.length > 6 ? { href: href([workspace_id]), text: 'All of it' } : undefined,
    },
  )
}

/** Sentences of transitions without the ids, which the lines link to. */
export function plainWords(says: string): string {
  return says
    .replace(/\b(The (?:run|approval)) \w+_\w+ (?:of )?/g, (_, what: string) =>
      what === 'The run' ? '' : 'The approval ',
    )
    .replace(/ (?:run|appr|wrun|task)_\w+,/g, '')
    .replace(/waits for the approval \w+/, 'waits for an approval')
}

export function ClockBar() {
  const live = workspaces.value[workspaceId.value ?? '']
  if (!live) return <div class="clock-bar" />
  const { clock } = live
  const at = now.value
  const next = clock.next === null ? null : Date.parse(clock.next)
  const mode = clock.mode === 'scaled' ? `×${clock.factor}` : clock.mode
  return (
    <div class="clock-bar" role="group" aria-label="Clock of the workspace">
      <Menu
        class="quiet clock-now"
        label="Clock: set, move, agenda"
        button={
          <>
            <span class="number strong clock-time">{timeText(at)}</span>
            <span class="muted clock-day">{dayText(at)}</span>
            <span class={`tag ${clock.mode === 'real' ? '' : 'blue'}`}>{mode}</span>
          </>
        }
      >
        {close => <ClockMenu close={close} />}
      </Menu>
      <div class="clock-steps">
        {(['1m', '1h', '1d'] as const).map(by => (
          <Button small key={by} onClick={() => void letPass({ by })}>
            +{by}
          </Button>
        ))}
        <Button
          small
          icon="skip"
          disabled={next === null || clock.idle}
          onClick={() => next !== null && void letPass({ to: new Date(Math.max(next, at)).toISOString() })}
        >
          To next
        </Button>
        <Button
          small
          class="until-idle"
          disabled={clock.idle}
          onClick={() => void letPass({ until_idle: true, within: '30d' })}
        >
          Until idle
        </Button>
      </div>
      <span class="clock-next muted cut">
        {next === null || clock.idle ? 'Nothing is planned' : <NextWords at={next} />}
      </span>
    </div>
  )
}

/** In words, what is due next; read again when the instant changes. */
function NextWords({ at }: { at: number }) {
  const read = useControl('readAgenda', { path: { workspace_id: workspaceId.value! }, query: { limit: 1 } }, [
    'running',
    'runs',
    'approvals',
    'workflow_runs',
    'control',
    '*',
  ])
  const first = read.data?.data[0]
  const passed = at - now.value
  return (
    <>
      {first?.says ?? ''} {passed > 0 ? <Ago at={at} /> : 'now'}
    </>
  )
}

function ClockMenu({ close }: { close: () => void }) {
  const workspace_id = workspaceId.value!
  const clock = workspaces.value[workspace_id]?.clock
  const [text, setText] = useState('')
  const path = { workspace_id }
  const setMode = (mode: 'real' | 'scaled' | 'frozen', factor?: number) =>
    actControl(
      'setClock',
      { path, body: { mode, ...(factor ? { factor } : {}) } },
      {
        said:
          mode === 'frozen'
            ? 'The clock stands still'
            : mode === 'real'
              ? 'The clock runs as real time does'
              : `A minute passes each second`,
      },
    )
  const agenda = useControl('readAgenda', { path, query: { limit: 12 } }, [
    '*',
    'running',
    'runs',
    'approvals',
    'control',
  ])
  useEffect(() => {}, [])
  const isInstant = /^\d{4}-/.test(text)
  return (
    <div class="clock-menu">
      <h3>Time passes</h3>
      <div class="segments menu-choices" role="group" aria-label="How time passes">
        <button type="button" aria-pressed={clock?.mode === 'real'} onClick={() => void setMode('real')}>
          as real
        </button>
        <button
          type="button"
          aria-pressed={clock?.mode === 'scaled' && clock.factor === 60}
          onClick={() => void setMode('scaled', 60)}
        >
          ×60
        </button>
        <button
          type="button"
          aria-pressed={clock?.mode === 'scaled' && clock.factor === 3600}
          onClick={() => void setMode('scaled', 3600)}
        >
          ×3600
        </button>
        <button type="button" aria-pressed={clock?.mode === 'frozen'} onClick={() => void setMode('frozen')}>
          frozen
        </button>
      </div>
      <h3>Move on by, or to</h3>
      <form
        class="row menu-choices"
        onSubmit={event => {
          event.preventDefault()
          if (text)
            void letPass(
              isInstant
                ? { to: new Date(text.length <= 16 ? `${text}Z` : text).toISOString() }
                : { by: text },
            )
          close()
        }}
      >
        <input
          class="input"
          aria-label="A length of time or an instant"
          placeholder="90s, 2h30m, 2026-12-24T18:00Z"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <Button type="submit">Move</Button>
      </form>
      <h3>Due next</h3>
      <Loaded read={agenda}>
        {({ data, planned }) =>
          data.length === 0 ? (
            <p class="menu-note muted">Nothing is planned.</p>
          ) : (
            <>
              {data.map(({ at, says, subject, housekeeping }) => (
                <Item
                  key={`${at}${subject}${says}`}
                  onClick={() => {
                    close()
                    void letPass({ to: at })
                  }}
                >
                  <span class="grow cut" title={says}>
                    {says}
                  </span>
                  <span class="muted small nowrap">
                    {housekeeping ? <Icon name="now" /> : null} <Time at={at} />
                  </span>
                </Item>
              ))}
              {planned > data.length ? (
                <p class="menu-note muted small">and {planned - data.length} more</p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </div>
  )
}
