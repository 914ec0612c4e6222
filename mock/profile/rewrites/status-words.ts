// Other status words, in replies and in filters.
import type { GapId, Schema } from '#openapi'
import { inWords, type Words } from '../../dialect/words.ts'
import { renameProperties } from '../objects.ts'
import { isGoverned, ofText, onKeyword, type Rewrite, type Rewrites, type SchemaPlace } from '../rewriting.ts'

export const words: Rewrites = {
  'run-status-names': {
    'finished-error-terminated': say({ completed: 'finished', failed: 'error', stopped: 'terminated' }),
    'succeeded-failed-stopped': say({ completed: 'succeeded' }),
  },
  'task-status-names': {
    kanban: say({ todo: 'ready', in_progress: 'doing', in_review: 'review', cancelled: 'dropped' }),
  },
  'workflow-run-status-names': {
    'as-runs': say({ waiting: 'paused', completed: 'finished', failed: 'error' }),
  },
  'workflow-step-status-names': {
    'as-runs': say({ pending: 'queued', waiting: 'paused', completed: 'finished', failed: 'error' }),
  },
  'approval-status-names': {
    'open-granted-denied': say({ pending: 'open', approved: 'granted', rejected: 'denied' }),
  },
  // Handlers choose these two words themselves, because only they know what a run waits for.
  'paused-waiting-status': {
    waiting: (schema, place) =>
      saysStatus(schema, place, 'run-status-names')
        ? { schema: { ...schema, enum: [...schema.enum!, 'waiting_for_input', 'waiting_for_approval'] } }
        : undefined,
  },
  'run-start-status': { queued: startsAs, pending: startsAs },
}

/** Applies after the other words, because it accepts any word beside them. */
export const anyWord: Rewrites = {
  'unknown-status-filter': {
    // A word that is no status of the profile selects nothing, even if it is a default status.
    empty: onKeyword('enum', ({ enum: known = [], ...open }) => ({
      schema: open,
      decode: ofText(word => (known.includes(word) ? word : `none, such as ${word}`)),
    })),
  },
}

/** Renames statuses that are names of counts. */
const COUNTED_BY: Readonly<Record<string, readonly [within: string, name: string | undefined]>> = {
  'run-status-names': ['RunTotals', undefined],
  'workflow-run-status-names': ['WorkflowRunsSummary', 'by_status'],
}

/** Says other words, in the schema and in values, both ways. */
export function say(words: Words): Rewrite {
  const original = Object.fromEntries(Object.entries(words).map(([was, is]) => [is, was]))
  return (schema, place, { gap }) => {
    const [within, name] = COUNTED_BY[gap] ?? []
    if (schema.properties && place.within === within && place.name === name)
      return renameProperties(schema, words)
    if (!saysStatus(schema, place, gap)) return undefined
    return {
      schema: inWords(schema, words),
      encode: ofText(word => words[word] ?? word),
      decode: ofText(word => original[word] ?? word),
    }
  }
}

function saysStatus(schema: Schema, { gaps }: SchemaPlace, gap: GapId): boolean {
  return schema.enum !== undefined && (gaps.includes(gap) || isGoverned(schema, 'enum', gap))
}

function startsAs(...[schema, place, { gap, answer }]: Parameters<Rewrite>): ReturnType<Rewrite> {
  if (!place.gaps.includes(gap) || place.name !== 'status') return undefined
  const description = `\`${answer}\`; the run works as soon as it is looked at again.`
  return {
    schema: { type: 'string', description, enum: [answer], 'x-gap': schema['x-gap']! },
    encode: () => answer,
  }
}
