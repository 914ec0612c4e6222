import type { Change, Effect } from '#openapi'

const titles: Record<Effect, string> = {
  breaks: 'Breaks clients',
  changes: 'Changes what clients see',
  adds: 'Adds',
}

/** The changes in words, breaking ones first; a change in several operations is listed once. */
export function describe(changes: readonly Change[]): string {
  const sections = (Object.keys(titles) as Effect[]).map(effect => {
    const lines = grouped(changes.filter(change => change.effect === effect))
    return lines.length === 0 ? '' : `${titles[effect]}:\n${lines.join('\n')}\n`
  })
  return sections.filter(Boolean).join('\n') || 'Nothing changes for clients.\n'
}

function grouped(changes: readonly Change[]): string[] {
  const operations = new Map<string, string[]>()
  for (const { where, says, operation } of changes) {
    const sentence = `${where} ${says}`
    const list = operations.get(sentence) ?? []
    if (!list.includes(operation)) list.push(operation)
    operations.set(sentence, list)
  }
  return [...operations].map(([sentence, names]) => `  ${sentence}  [${few(names)}]`)
}

function few(names: readonly string[]): string {
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}
