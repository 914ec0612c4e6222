// Parses YAML that may come from anybody, in time that grows with its length alone.
import type * as Yaml from 'yaml'

interface ParsedYaml {
  readonly yaml: typeof Yaml
  readonly lines: Yaml.LineCounter
  readonly document: Yaml.Document.Parsed
}

/**
 * By default the parser looks for the line of each mistake and for the stack at it, and at all keys of a map for each key. A
 * text may have as many mistakes as characters.
 */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  // Imported on demand, so that a mock without a world file starts faster.
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false }
    return { yaml, lines, document: yaml.parseDocument(text, options) }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
