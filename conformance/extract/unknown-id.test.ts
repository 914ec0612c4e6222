import { expect, test } from 'vitest'
import { unknownLike } from './unknown-id.ts'

test.each(['twin', 'a', '7', '987654321', 'agt-000002', 'agent_alpha', '----', 'agt-999999'])(
  'makes up another id than %s',
  id => {
    expect(unknownLike(id)).not.toBe(id)
    expect(unknownLike(id)).toMatch(/^[\w-]+$/)
  },
)
