// Explains why an exchange ended as it did: the rule, the state and its history, and what would be accepted now.

import { bodySchemaOf, requirements } from '#openapi'
import { didYouMean } from '../../flags/did-you-mean.ts'
import type { Call as CurlLine, Explanation } from '../control/generated/control.gen.ts'
import type { Exchange } from '../journal/exchange.ts'
import { parsed } from '../journal/filter.ts'
import { callOf } from '../journal/verify.ts'
import { summaryOf } from '../journal/view.ts'
import { describeAnswer } from '../profile/answers.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import { curlFor } from './curl.ts'
import type { ExplainContext, ExplainedRule } from './explain-context.ts'
import { resourcesIn } from './resources.ts'

/** Explains an exchange of a workspace. */
export function explain(entry: Exchange, scene: ExplainContext): Explanation {
  const { refusal, caller } = entry
  const { state = elsewhere(entry, scene), accepted = [], says = refusal?.message } = refusal?.because ?? {}
  const who = caller ? ` for ${caller.person.name} (${caller.person.role}, key ${caller.key.name})` : ''
  const call = `${callOf(entry)}${who}.`
  const notes = notesOn(entry, scene)
  const reasons = [says ?? call, ...notes]
  if (state && !reasons[0]!.includes(state)) reasons.push(`${state[0]!.toUpperCase()}${state.slice(1)}.`)
  return {
    exchange: summaryOf(entry, scene.workspace),
    outcome: outcomeOf(entry),
    story: [call, refusal?.message ?? [], notes].flat().join(' '),
    reasons,
    rule: ruleOf(entry, scene),
    issues: [...(refusal?.issues ?? [])],
    state,
    accepted: [...accepted],
    resources: resourcesIn(entry, scene),
    try: [...otherKeys(entry, scene), ...example(entry, scene)],
  }
}

function outcomeOf(entry: Exchange): Explanation['outcome'] {
  if (entry.endedAt === null) return 'open'
  if (entry.status === 0) return 'no-reply'
  return entry.status >= 400 ? 'refused' : 'answered'
}

function notesOn(entry: Exchange, scene: ExplainContext): string[] {
  const applied = entry.faults.map(({ id, effect }) => `${id} (${effect})`).join(', ')
  const fault = applied === '' ? [] : `Faults were applied: ${applied}.`
  return [entry.refusal?.advice ?? [], fault, hintsOf(entry, scene)].flat()
}

/** What an answered request did not mean: another path, or a field that does not exist. */
function hintsOf(
  { status, operation, requestText, responseHeaders }: Exchange,
  { workspace }: ExplainContext,
): string[] {
  const { location } = responseHeaders
  if (status >= 300 && status < 400 && location !== undefined)
    return [`It leads to ${location}; write that path, and the second call is saved.`]
  const body = parsed(requestText)
  const known =
    operation && Object.keys(bodySchemaOf(contractFor(workspace.profile), operation)?.properties ?? {})
  if (status >= 300 || !known?.length || typeof body !== 'object' || body === null) return []
  const unknown = Object.keys(body).filter(name => !known.includes(name))
  return unknown.map(
    name => `body.${name} was ignored, because there is no such field${didYouMean(name, known) || '.'}`,
  )
}

function ruleOf({ refusal, operation }: Exchange, { workspace }: ExplainContext): ExplainedRule | null {
  if (!refusal) return null
  const { section, gap } = refusal.rule
  const about = requirements.requirements.filter(
    one =>
      operation &&
      one.operations.includes(operation.id) &&
      (one.section === section || one.section.startsWith(`${section}.`)),
  )
  return {
    code: refusal.code,
    section,
    title: requirements.sections[section] ?? '',
    gap: gap === undefined ? null : describeAnswer(workspace.profile, gap),
    requirements: about.map(({ id, statement }) => ({ id, statement })),
  }
}

/** Whether another workspace has the resource in the path. */
function elsewhere(
  { status, pathParams }: Exchange,
  { workspace, elsewhere }: ExplainContext,
): string | null {
  if (status !== 404) return null
  for (const id of Object.values(pathParams)) {
    const other = id === undefined ? undefined : elsewhere(id)
    if (other !== undefined && other !== workspace.id)
      return `${id} belongs to the workspace ${other}, not to ${workspace.id}`
  }
  return null
}

/** For refusals of a key or a role: the keys of the workspace that would have been allowed. */
function otherKeys(entry: Exchange, { workspace, baseUrl }: ExplainContext): CurlLine[] {
  const { refusal, operation } = entry
  if (!operation || !['scope_missing', 'role_insufficient', 'key_revoked'].includes(refusal?.code ?? ''))
    return []
  const fits = workspace.tables.keys.range('listed', null).filter(({ scopes, revokedAt, personId }) => {
    const role = workspace.tables.people.get(personId)?.role
    const mayBe = operation.roleRule === null || role !== 'member'
    return (
      revokedAt === null &&
      mayBe &&
      operation.scopes.some(all => all.every(scope => scopes.some(one => one === scope)))
    )
  })
  return fits.slice(0, 3).map(key => ({
    what: `the same call with the key ${key.name}`,
    operation: operation.id,
    curl: curlFor(baseUrl, operation, entry.pathParams, {
      query: entry.query,
      body: entry.requestText,
      key: key.name,
    }),
  }))
}

/** For a refused body: one that is accepted. */
function example(
  { refusal, operation, pathParams }: Exchange,
  { workspace, baseUrl }: ExplainContext,
): CurlLine[] {
  if (!operation?.requestBody || refusal?.rule.type !== 'validation_failed') return []
  const schema = bodySchemaOf(contractFor(workspace.profile), operation)
  const body = schema?.examples?.[0] ?? schema?.example
  if (body === undefined) return []
  const curl = curlFor(baseUrl, operation, pathParams, { body: JSON.stringify(body) })
  return [{ what: 'a body that the contract gives as an example', operation: operation.id, curl }]
}
