import type { ControlComponents } from '../calls/types.ts'
import { durationText } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { actControl } from '../state/acts.ts'
import { workspaceId } from '../state/live.ts'

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
