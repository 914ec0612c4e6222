/** What an operator can add to the target, as lines of its file. */
import { stringify } from 'yaml'
import type { TargetPart } from '../requirements/missing.ts'

export const targetLines = (part: TargetPart): string[] =>
  Object.entries(part).map(
    ([name, value]) => `${name}: ${stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`,
  )
