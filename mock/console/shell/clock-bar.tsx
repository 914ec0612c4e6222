// The workspace's clock: its time and mode, what is due next, and buttons that advance it.

import { Button } from '../kit/button.tsx'
import { lazy } from '../kit/lazy.tsx'
import { Menu } from '../kit/menu.tsx'
import { Ago, dayText, timeText } from '../kit/values.tsx'
import { now, shownWorkspace } from '../state/live.ts'
import { useControl } from '../state/reads.ts'
import { advanceClock, advanceToNext, advanceUntilIdle } from './clock-actions.ts'

const ClockMenu = lazy(() => import('./clock-menu.tsx').then(it => it.ClockMenu))

export function ClockBar() {
  const live = shownWorkspace.value
  if (!live) return <div class="clock-bar row" />
  const { clock } = live
  const at = now.value
  const next = clock.next === null ? null : Date.parse(clock.next)
  const mode = clock.mode === 'scaled' ? `×${clock.factor}` : clock.mode
  return (
    <div class="clock-bar row" role="group" aria-label="Clock of the workspace">
      <Menu
        class="quiet clock-now"
        align="start"
        label="Clock: set, move, agenda"
        text={
          <>
            <span class="number strong clock-time">{timeText(at)}</span>
            <span class="muted clock-day">{dayText(at)}</span>
            <span
              class={`tag ${clock.mode === 'real' ? '' : 'blue'}`}
              title={clock.mode === 'frozen' ? 'The clock stands still until it is advanced' : undefined}
            >
              {mode}
            </span>
          </>
        }
      >
        <ClockMenu />
      </Menu>
      <div class="clock-steps row">
        {(['1m', '1h', '1d'] as const).map(by => (
          <Button small key={by} onClick={() => advanceClock({ by })}>
            +{by}
          </Button>
        ))}
        <Button
          small
          icon="skip"
          hint="Advance the clock to what is due next"
          disabled={next === null || clock.idle}
          onClick={advanceToNext}
        >
          To next
        </Button>
        <Button
          small
          class="until-idle"
          hint="Advance the clock until nothing is due any more, by 30 days at most"
          disabled={clock.idle}
          onClick={advanceUntilIdle}
        >
          Until idle
        </Button>
      </div>
      <span class="clock-next muted small cut">
        {next === null || clock.idle ? 'Nothing is planned' : <NextText at={next} />}
      </span>
    </div>
  )
}

/** What is due next, in words. */
function NextText({ at }: { at: number }) {
  const read = useControl('readAgenda', { query: { limit: 1 } })
  const first = read.data?.data[0]
  const passed = at - now.value
  return (
    <>
      {(first?.says ?? 'Something is due').replace(/\.$/, '')} {passed > 0 ? <Ago at={at} /> : 'now'}
    </>
  )
}
