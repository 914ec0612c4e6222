import { useState } from 'preact/hooks'
import { Icon } from '../kit/icon.tsx'
import { Button, Item, Loaded } from '../kit/parts.tsx'
import { Time } from '../kit/values.tsx'
import { actControl } from '../state/acts.ts'
import { workspaceId, workspaces } from '../state/live.ts'
import { useControl } from '../state/reads.ts'
import { letPass } from './let-pass.ts'

export function ClockMenu({ close }: { close: () => void }) {
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
