// Compares two contracts, operation by operation.
import { deprecationOf } from '../deprecation.ts'
import { type Fields, isFields } from '../fields.ts'
import { asObject, deref, operationsOf, parametersIn, type RawOperation, scopesOf } from '../raw-document.ts'
import { type Change, compareDeprecation, type Note } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'

/** All differences that a client can notice. Both may be documents of any form. */
export function compareContracts(before: object, after: object): Change[] {
  return compareDocuments({ ...before }, { ...after })
}

function compareDocuments(before: Fields, after: Fields): Change[] {
  const changes: Change[] = []
  const byAddress = (document: Fields) =>
    new Map(operationsOf(document).map(one => [`${one.method} ${one.path}`, one]))
  const old = byAddress(before)
  const now = byAddress(after)
  for (const [address, operation] of now) {
    const was = old.get(address)
    const note: Note = (effect, where, says, concerns = {}) =>
      changes.push({
        effect,
        where,
        says,
        operation: was?.id ?? operation.id,
        address,
        concerns: { place: '', ...concerns },
      })
    if (was) compareOperations({ document: before, ...was }, { document: after, ...operation }, note)
    else note('adds', address, 'is a new operation.', { added: true })
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
  if (old.id !== now.id)
    note('changes', now.id, `is the new name of ${old.id}; generated clients call it by its name.`)
  compareDeprecation([deprecationOf(old.operation), deprecationOf(now.operation)], (effect, says) =>
    note(effect, now.id, says),
  )
  compareAccess(old, now, note)
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

function compareParameters(old: Side, now: Side, note: Note): void {
  const index = (side: Side) =>
    new Map(
      parametersIn(side.document, side.pathItem, side.operation).map(
        item => [`${item.in} ${item.name}`, item] as const,
      ),
    )
  const [before, after] = [index(old), index(now)]
  for (const [name, parameter] of after) {
    const was = before.get(name)
    if (!was) {
      const required = parameter.required === true
      note(required ? 'breaks' : 'adds', name, `is a new ${required ? 'required' : 'optional'} parameter.`, {
        place: name,
        ...(required && { required }),
      })
      continue
    }
    if (parameter.required && !was.required)
      note('breaks', name, 'is required now.', { place: name, required: true })
    if (!parameter.required && was.required) note('adds', name, 'may be left out now.', { place: name })
    compareDeprecation([deprecationOf(was), deprecationOf(parameter)], (effect, says) =>
      note(effect, name, says, { place: name }),
    )
    compareSchemas([old.document, was.schema], [now.document, parameter.schema], 'request', name, note)
  }
  for (const name of before.keys())
    if (!after.has(name)) note('breaks', name, 'is gone.', { place: name, gone: true })
}

function compareBodies(old: Side, now: Side, note: Note): void {
  const [was, is] = [old.operation.requestBody, now.operation.requestBody]
  const [before, after] = [deref(old.document, was), deref(now.document, is)]
  if (is && !was) {
    const required = after.required === true
    note(required ? 'breaks' : 'adds', 'body', `is ${required ? 'needed' : 'possible'} now.`, {
      place: 'body',
      ...(required && { required }),
    })
  } else if (was && !is) note('breaks', 'body', 'is gone.', { place: 'body', gone: true })
  if (!was || !is) return
  if (after.required && !before.required)
    note('breaks', 'body', 'is required now.', { place: 'body', required: true })
  if (!after.required && before.required) note('adds', 'body', 'may be left out now.', { place: 'body' })
  compareContents([old, before.content], [now, after.content], 'request', 'body', note)
}

function compareReplies(old: Side, now: Side, note: Note): void {
  const [before, after] = [asObject(old.operation.responses), asObject(now.operation.responses)]
  for (const [status, reply] of Object.entries(after)) {
    const success = status.startsWith('2')
    if (before[status] === undefined) {
      note(
        success ? 'breaks' : 'changes',
        `reply ${status}`,
        success ? 'is a new way to succeed.' : 'is a new refusal.',
        { place: `reply ${status}`, added: true },
      )
      continue
    }
    const [was, is] = [deref(old.document, before[status]), deref(now.document, reply)]
    compareHeaders(old, now, was, is, `reply ${status}`, note)
    compareContents([old, was.content], [now, is.content], 'reply', `reply ${status}`, note)
  }
  for (const status of Object.keys(before).filter(status => after[status] === undefined)) {
    const effect = status.startsWith('2') ? 'breaks' : 'changes'
    note(effect, `reply ${status}`, 'is gone.', { place: `reply ${status}`, gone: true })
  }
}

function compareHeaders(old: Side, now: Side, was: Fields, is: Fields, at: string, note: Note): void {
  const [before, after] = [asObject(was.headers), asObject(is.headers)]
  for (const name of Object.keys(after)) {
    if (before[name] === undefined) note('adds', `${at} header ${name}`, 'is new.', { place: at })
    else if (deref(old.document, before[name]).required && !deref(now.document, after[name]).required) {
      note('breaks', `${at} header ${name}`, 'may be missing now.', { place: `${at} header ${name}` })
    }
  }
  for (const name of Object.keys(before)) {
    if (after[name] === undefined) {
      const place = `${at} header ${name}`
      note('breaks', place, 'is gone.', { place, gone: true })
    }
  }
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
      note(
        direction === 'reply' && Object.keys(before).length === 0 ? 'changes' : 'adds',
        at,
        `may be ${type} now.`,
        { place: at },
      )
      continue
    }
    for (const key of ['schema', 'x-event-schema']) {
      const [schemaWas, schema] = [asObject(mediaWas)[key], asObject(media)[key]]
      if (schemaWas === undefined || schema === undefined) continue
      compareSchemas([old.document, schemaWas], [now.document, schema], direction, at, note)
    }
  }
  for (const type of Object.keys(before).filter(type => after[type] === undefined)) {
    note('breaks', at, `is never ${type} now.`, { place: at })
  }
}
