import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { Icon } from '../kit/icon.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Item } from '../kit/menu.tsx'
import { Choices } from '../kit/tabs.tsx'
import { Time } from '../kit/values.tsx'
import { shownWorkspace } from '../state/live.ts'
import { useControl } from '../state/reads.ts'
import { advanceClock, clockModes, setClockMode } from './clock-actions.ts'

export function ClockMenu() {
  const clock = shownWorkspace.value?.clock
  const [text, setText] = useState('')
  const current = clockModes.find(
    ([, , { mode, factor }]) => mode === clock?.mode && (factor ?? 1) === (clock.factor ?? 1),
  )
  const agenda = useControl('readAgenda', { query: { limit: 12 } })
  const advance = () =>
    /^\d{4}-/.test(text)
      ? { to: new Date(text.length <= 16 ? `${text}Z` : text).toISOString() }
      : { by: text }
  return (
    <div class="clock-menu">
      <h3>Time passes</h3>
      <Choices
        class="menu-choices"
        label="How time passes"
        value={current?.[0]}
        options={clockModes.map(([text]) => text)}
        onChange={text => setClockMode(clockModes.find(([one]) => one === text)!)}
      />
      <h3>Move on by, or to</h3>
      <Form class="row menu-choices" onSubmit={() => text && advanceClock(advance())}>
        <input
          class="input"
          aria-label="A length of time or an instant"
          placeholder="90s, 2h30m, 2026-12-24T18:00Z"
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
        <Button type="submit">Move</Button>
      </Form>
      <h3>Due next</h3>
      <Loaded read={agenda} empty={<p class="menu-note muted">Nothing is planned.</p>}>
        {({ data, planned }) => (
          <>
            {data.map(({ at, says, subject, housekeeping }) => (
              <Item key={`${at}${subject}${says}`} onClick={() => advanceClock({ to: at })}>
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
        )}
      </Loaded>
    </div>
  )
}
