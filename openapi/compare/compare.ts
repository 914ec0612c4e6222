// Compares two contracts, operation by operation.
import { deprecationOf } from '../deprecation.ts'
import { type Fields, isFields } from '../fields.ts'
import { asObject, deref, operationsOf, parametersIn, type RawOperation, scopesOf } from '../raw-document.ts'
import { type Change, compareDeprecation, type Note } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'

/** All differences that a client can notice. Both may be documents of any form. */
export function compareContracts(...both: readonly [before: object, after: object]): Change[] {
  const [before, after] = both.map((document): Fields => ({ ...document })) as [Fields, Fields]
  const changes: Change[] = []
  const byAddress = (document: Fields) =>
    new Map(operationsOf(document).map(one => [`${one.method} ${one.path}`, { document, ...one }]))
  const old = byAddress(before)
  const now = byAddress(after)
  for (const [address, operation] of now) {
    const was = old.get(address)
    const note: Note = (effect, where, says, concerns) =>
      changes.push({
        effect,
        where,
        says,
        operation: was?.id ?? operation.id,
        address,
        concerns: { place: where, ...concerns },
      })
    if (was) compareOperations(was, operation, note)
    else note('adds', address, 'is a new operation.', { place: '', added: true })
  }
  for (const [address, { id }] of old) {
    if (now.has(address)) continue
    const concerns = { place: '', gone: true, status: 404 } as const
    changes.push({ effect: 'breaks', where: address, says: 'is gone.', operation: id, address, concerns })
  }
  return changes
}

type Side = RawOperation & { document: Fields }

function compareOperations(old: Side, now: Side, note: Note): void {
  const noteWhole: Note = (effect, where, says, concerns) =>
    note(effect, where, says, { place: '', ...concerns })
  if (old.id !== now.id)
    noteWhole('changes', now.id, `is the new name of ${old.id}; generated clients call it by its name.`)
  compareDeprecation([deprecationOf(old.operation), deprecationOf(now.operation)], (effect, says) =>
    noteWhole(effect, now.id, says),
  )
  compareAccess(old, now, noteWhole)
  compareParameters(old, now, note)
  compareBodies(old, now, note)
  compareReplies(old, now, note)
}

function compareAccess(old: Side, now: Side, note: Note): void {
  const [before, after] = [scopesOf(old.document, old.operation), scopesOf(now.document, now.operation)]
  const refused = before.filter(had => !after.some(needs => needs.every(scope => had.includes(scope))))
  const words = (sets: string[][]) => sets.map(set => set.join(' and ') || 'none').join(' or ')
  if (refused.length > 0) {
    note('breaks', 'scope', `a key with ${words(refused)} is refused now; it needs ${words(after)}.`, {
      status: 403,
    })
  }
  const opened = after.filter(needs => !before.some(had => had.every(scope => needs.includes(scope))))
  if (opened.length > 0) note('adds', 'scope', `a key with ${words(opened)} is enough now.`)
  const [ruleWas, rule] = [old.operation['x-role-rule'], now.operation['x-role-rule']]
  if (rule && rule !== ruleWas)
    note('breaks', 'role', `is ${String(rule)} now: members are refused.`, { status: 403 })
  if (ruleWas && !rule) note('adds', 'role', 'members may call it now.')
  const [limitWas, limit] = [perMinute(old), perMinute(now)]
  if (limitWas === limit) return
  const says = `allows ${limit} requests a minute now (before: ${limitWas}).`
  note(limit < limitWas ? 'breaks' : 'adds', 'rate limit', says.replaceAll('Infinity', 'any number of'), {
    status: 429,
  })
}

function perMinute({ operation }: Side): number {
  const limit = operation['x-rate-limit']
  if (!isFields(limit)) return Number.POSITIVE_INFINITY
  return (Number(limit.requests) * 60) / Number(limit.window_seconds)
}

/** Something that requests may have since now. */
function noteNew(name: string, isRequired: boolean, says: string, note: Note): void {
  note(isRequired ? 'breaks' : 'adds', name, says, isRequired ? { required: true } : {})
}

function compareRequired(name: string, was: Fields, is: Fields, note: Note): void {
  if (is.required && !was.required) note('breaks', name, 'is required now.', { required: true })
  if (!is.required && was.required) note('adds', name, 'may be left out now.')
}

function compareParameters(old: Side, now: Side, note: Note): void {
  const [before, after] = [old, now].map(({ document, pathItem, operation }) => {
    const parameters = parametersIn(document, pathItem, operation)
    return new Map(parameters.map(item => [`${item.in} ${item.name}`, item]))
  }) as [Map<string, Fields>, Map<string, Fields>]
  for (const [name, parameter] of after) {
    const was = before.get(name)
    if (!was) {
      const isRequired = parameter.required === true
      noteNew(name, isRequired, `is a new ${isRequired ? 'required' : 'optional'} parameter.`, note)
      continue
    }
    compareRequired(name, was, parameter, note)
    compareDeprecation([deprecationOf(was), deprecationOf(parameter)], (effect, says) =>
      note(effect, name, says),
    )
    compareSchemas([old.document, was.schema], [now.document, parameter.schema], 'request', name, note)
  }
  for (const name of before.keys()) if (!after.has(name)) note('breaks', name, 'is gone.', { gone: true })
}

function compareBodies(old: Side, now: Side, note: Note): void {
  const [was, is] = [old.operation.requestBody, now.operation.requestBody]
  const [before, after] = [deref(old.document, was), deref(now.document, is)]
  if (is && !was) {
    const isRequired = after.required === true
    noteNew('body', isRequired, `is ${isRequired ? 'needed' : 'possible'} now.`, note)
  } else if (was && !is) note('breaks', 'body', 'is gone.', { gone: true })
  if (!was || !is) return
  compareRequired('body', before, after, note)
  compareContents([old, before.content], [now, after.content], 'request', 'body', note)
}

function compareReplies(old: Side, now: Side, note: Note): void {
  const [before, after] = [asObject(old.operation.responses), asObject(now.operation.responses)]
  for (const [status, reply] of Object.entries(after)) {
    const at = `reply ${status}`
    if (before[status] === undefined) {
      if (status.startsWith('2')) note('breaks', at, 'is a new way to succeed.', { added: true })
      else note('changes', at, 'is a new refusal.', { added: true })
      continue
    }
    const [was, is] = [deref(old.document, before[status]), deref(now.document, reply)]
    compareHeaders(old, now, was, is, at, note)
    compareContents([old, was.content], [now, is.content], 'reply', at, note)
  }
  for (const status of Object.keys(before).filter(status => after[status] === undefined))
    note(status.startsWith('2') ? 'breaks' : 'changes', `reply ${status}`, 'is gone.', { gone: true })
}

function compareHeaders(old: Side, now: Side, was: Fields, is: Fields, at: string, note: Note): void {
  const [before, after] = [asObject(was.headers), asObject(is.headers)]
  for (const name of Object.keys(after)) {
    const header = `${at} header ${name}`
    if (before[name] === undefined) note('adds', header, 'is new.', { place: at })
    else if (deref(old.document, before[name]).required && !deref(now.document, after[name]).required)
      note('breaks', header, 'may be missing now.')
  }
  for (const name of Object.keys(before))
    if (after[name] === undefined) note('breaks', `${at} header ${name}`, 'is gone.', { gone: true })
}

function compareContents(
  [old, was]: [Side, unknown],
  [now, is]: [Side, unknown],
  direction: 'request' | 'reply',
  at: string,
  note: Note,
): void {
  const [before, after] = [asObject(was), asObject(is)]
  for (const [type, media] of Object.entries(after)) {
    const mediaWas = before[type]
    if (mediaWas === undefined) {
      const isFirst = direction === 'reply' && Object.keys(before).length === 0
      note(isFirst ? 'changes' : 'adds', at, `may be ${type} now.`)
      continue
    }
    for (const key of ['schema', 'x-event-schema']) {
      const [schemaWas, schema] = [asObject(mediaWas)[key], asObject(media)[key]]
      if (schemaWas === undefined || schema === undefined) continue
      compareSchemas([old.document, schemaWas], [now.document, schema], direction, at, note)
    }
  }
  for (const type of Object.keys(before).filter(type => after[type] === undefined))
    note('breaks', at, `is never ${type} now.`)
}
