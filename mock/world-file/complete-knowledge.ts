import { mapValues } from '../store/members.ts'
import { listOf } from './entries.ts'
import { titleOf } from './names.ts'
import type { Path, Report } from './problem.ts'
import type { FilledWorld, Knowledge, WorldDocument } from './world.ts'

type Entries = FilledWorld['knowledge']
type Item = Entries[string]['documents'][number]

/** Knowledge bases with their documents. The contents of files have been read before. */
export function completeKnowledge(source: Entries, report: Report): Record<string, Knowledge> {
  return mapValues(source, (base, handle) => {
    const { name = titleOf(handle) } = base
    const documents = documentsOf(base.documents, ['knowledge', handle, 'documents'], report)
    return { ...base, name, documents }
  })
}

function documentsOf(items: readonly Item[], at: Path, report: Report): WorldDocument[] {
  const titles = new Set<string>()
  return items.flatMap((item, index) => {
    if (item === null) return []
    const { title, passages, text } = item
    const said = [passages, text].filter(value => value !== undefined).length
    if (said !== 1) {
      report(
        [...at, index],
        `a document has one of passages, text, file and files, and this one has ${said === 0 ? 'none' : 'two'}`,
      )
      return []
    }
    if (title === undefined) {
      report([...at, index], 'the member title is missing')
      return []
    }
    if (titles.has(title))
      report([...at, index, 'title'], `the knowledge base has a document '${title}' already`)
    titles.add(title)
    return [{ title, passages: passages ? listOf(passages) : passagesOf(text ?? '') }]
  })
}

/** The paragraphs of a text. A heading belongs to the paragraph after it. */
function passagesOf(text: string): string[] {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
  const passages: string[] = []
  let heading = ''
  for (const paragraph of paragraphs) {
    const isHeading = /^#{1,6}\s[^\n]*$/.test(paragraph)
    if (isHeading) heading = `${heading}${paragraph.replace(/^#+\s*/, '')}: `
    else {
      passages.push(`${heading}${paragraph}`)
      heading = ''
    }
  }
  if (heading !== '') passages.push(heading.slice(0, -2))
  return passages
}

/** A document from a file: its title is the first heading, or else the file name. */
export function documentOf(text: string, name: string): { readonly title: string; readonly text: string } {
  const [, heading] = /^#\s+(.+)$/m.exec(text) ?? []
  const startsWithIt = heading !== undefined && text.trimStart().startsWith('# ')
  return {
    title: heading?.trim() ?? titleOf(name),
    text: startsWithIt ? text.trimStart().replace(/^# .*\n?/, '') : text,
  }
}
