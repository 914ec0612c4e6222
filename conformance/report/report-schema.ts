/** The published form of the JSON report. Unknown members may be added without a new version. */
import { SEVERITIES } from './severity.ts'

const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const number = { type: 'number' }
const texts = { type: 'array', items: text }
const record = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
})
const mapOf = (values: unknown) => ({ type: 'object', additionalProperties: values })

export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of the agent work conformance suite, version 1',
  ...record({
    version: { const: 1 },
    suite: text,
    target: record({ name: text, base_url: text }),
    started_at: { type: 'string', format: 'date-time' },
    since: { type: ['string', 'null'], format: 'date-time' },
    seconds: number,
    exit: { enum: [0, 1, 3, 4, 5, 6] },
    outcome: text,
    problems: texts,
    changes: {
      anyOf: [{ type: 'null' }, record({ since: text, worse: texts, better: texts, other: texts })],
    },
    advice: {
      type: 'array',
      items: record({ id: text, reading: text, seen: text, scenario: text, exchanges: texts }),
    },
    strict: { type: 'boolean' },
    counts: record({
      met: number,
      violated: number,
      not_exercised: number,
      waived: number,
      harness_error: number,
    }),
    coverage: record({ exercised: number, selected: number, total: number }),
    sections: mapOf(text),
    requirements: {
      type: 'array',
      items: record({
        id: text,
        section: text,
        statement: text,
        operations: texts,
        verdict: { enum: ['met', 'violated', 'not exercised', 'waived', 'harness error'] },
        severity: { enum: SEVERITIES },
        violation: {
          anyOf: [
            { type: 'null' },
            record({ right: text, sure: text, repeat: text, hurts: texts }, ['right', 'sure', 'repeat']),
          ],
        },
        add: texts,
        findings: {
          type: 'array',
          items: record({
            kind: { enum: ['met', 'violated', 'not exercised', 'harness error'] },
            sentence: text,
            rule: maybe,
            scenario: text,
            exchanges: texts,
          }),
        },
      }),
    },
    causes: {
      type: 'array',
      items: record({
        what: text,
        severity: { enum: SEVERITIES },
        violations: { type: 'array', items: record({ id: text, sentence: text, rule: maybe }) },
        exchange: maybe,
        repeat: text,
      }),
    },
    not_shown: { type: 'array', items: record({ add: maybe, why: maybe, requirements: texts }) },
    rules: mapOf(record({ says: text, sections: texts, grants: text, lookalike: text, excluded: text })),
    excluded: { type: 'array', items: record({ id: text, section: text, statement: text, reason: text }) },
    observations: {
      type: 'array',
      items: record({
        gap: text,
        answers: { type: 'array', items: record({ answer: text, times: number, exchanges: texts }) },
      }),
    },
    exchanges: mapOf(
      record({
        operation: text,
        key: text,
        at: { type: 'string', format: 'date-time' },
        milliseconds: number,
        request: record({
          method: text,
          url: text,
          headers: mapOf(text),
          body: { type: ['string', 'null'] },
        }),
        response: record({
          status: { type: 'integer' },
          headers: mapOf(text),
          body: text,
          cut: { type: 'boolean' },
        }),
        redirects: texts,
        curl: text,
      }),
    ),
    scenarios: {
      type: 'array',
      items: record({ id: text, title: text, seconds: number, fault: { type: ['string', 'null'] } }),
    },
    cost: record({ requests: mapOf(number), runs: number, euros: number, cuts: texts }),
    time: record({ slowest: text, slowest_seconds: number, rate_limit_seconds: number }),
    waivers: {
      type: 'array',
      items: record({ requirement: text, reason: text, owner: text, until: text, state: text }),
    },
    leftovers: { type: 'array', items: record({ kind: text, id: text, why: text }) },
    notes: texts,
  }),
}
