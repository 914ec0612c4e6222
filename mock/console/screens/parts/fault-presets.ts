// Faults that clients often meet, ready to be set.
import type { Schemas } from '../../calls/types.ts'

export const faultPresets: readonly { name: string; note: string; fault: Schemas['FaultSpec'] }[] = [
  {
    name: 'Lose the reply after commit',
    note: 'Once: the service does it, and the connection breaks. Does the client do it twice?',
    fault: { times: 1, effects: [{ do: 'drop', when: 'after', how: 'reset' }] },
  },
  {
    name: '429 with Retry-After',
    note: 'The next three: too many requests, try again in 5 s.',
    fault: { times: 3, effects: [{ do: 'reply', status: 429, retry_after_seconds: 5 }] },
  },
  {
    name: '503 for two minutes',
    note: 'Nothing works until two minutes have passed on the workspace’s clock.',
    fault: { for: '2m', effects: [{ do: 'reply', status: 503 }] },
  },
  {
    name: 'Slow by 3 s',
    note: 'Every reply takes three real seconds longer.',
    fault: { effects: [{ do: 'delay', takes: '3s', real_time: true }] },
  },
  {
    name: 'Broken JSON',
    note: 'The next reply ends in the middle of its JSON.',
    fault: { times: 1, effects: [{ do: 'malform', how: 'broken-json' }] },
  },
  {
    name: 'Unknown field',
    note: 'Replies have a field more, as a later version of a service may.',
    fault: { effects: [{ do: 'malform', how: 'unknown-field' }] },
  },
  {
    name: 'Cut a stream after 3 events',
    note: 'The next stream ends early. Does the client take it up again?',
    fault: { times: 1, effects: [{ do: 'cut-stream', after_events: 3, how: 'reset' }] },
  },
  {
    name: 'Stale reads',
    note: 'Reads answer with the world as it was when this was set.',
    fault: { effects: [{ do: 'stale' }] },
  },
  {
    name: 'Flaky, one in ten',
    note: 'One request in ten is answered 500.',
    fault: { probability: 0.1, effects: [{ do: 'reply', status: 500 }] },
  },
]
