// Colors for code: comments, texts, numbers and the words before a colon. Languages differ in their comments only.

const COMMENT: Readonly<Record<string, string>> = {
  ts: '\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/',
  go: '\\/\\/[^\\n]*',
  sh: '(?<=^|\\s)#[^\\n]*',
  yaml: '(?<=^|\\s)#[^\\n]*',
  python: '#[^\\n]*',
}
const ALIASES: Readonly<Record<string, string>> = {
  js: 'ts',
  tsx: 'ts',
  typescript: 'ts',
  bash: 'sh',
  py: 'python',
  yml: 'yaml',
}
const KEYWORDS =
  'import|from|export|const|let|await|async|using|new|return|function|for|of|in|if|else|class|type|interface|def|with|as|func|package|var|test|expect'

/** The code as HTML. */
export function highlighted(code: string, lang = ''): string {
  const language = ALIASES[lang] ?? lang
  if (language === '' || language === 'text') return escaped(code)
  const comment = COMMENT[language]
  const isScript = language === 'ts' || language === 'python' || language === 'go'
  const parts = [
    ...(comment === undefined ? [] : [`(?<comment>${comment})`]),
    `(?<text>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`[^\`]*\`)`,
    ...(isScript ? [`(?<keyword>\\b(?:${KEYWORDS})\\b)`] : []),
    ...(language === 'sh' ? ['(?<name>(?<=^|\\n)[\\w-]+)', '(?<keyword>(?<=\\s)--?[\\w-]+)'] : []),
    ...(language === 'yaml' ? ['(?<name>[\\w-]+(?=:))'] : []),
    ...(language === 'sh' ? [] : ['(?<number>\\b\\d[\\d_.]*\\b)']),
  ]
  let html = ''
  let at = 0
  for (const match of code.matchAll(new RegExp(parts.join('|'), 'gm'))) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['text']
    html += `${escaped(code.slice(at, match.index))}<span class="${kind}">${escaped(match[0])}</span>`
    at = match.index + match[0].length
  }
  return html + escaped(code.slice(at))
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
