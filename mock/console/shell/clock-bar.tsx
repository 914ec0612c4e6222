// The workspace's time: what it is, how it passes, what is due next, and how to move on.
import type { ControlComponents } from '../calls/types.ts'
import { later } from '../kit/later.tsx'
import { Button, Menu } from '../kit/parts.tsx'
import { Ago, dayText, durationText, timeText } from '../kit/values.tsx'
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

const ClockMenu = later(() => import('./clock-menu.tsx').then(it => it.ClockMenu))

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
      {(first?.says ?? 'Something is due').replace(/\.$/, '')} {passed > 0 ? <Ago at={at} /> : 'now'}
    </>
  )
}
