import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
// Its own types would bring those of browsers into every file.
const highlighter = require('highlight.js/lib/common') as {
  configure(options: { readonly classPrefix: string }): void
  getLanguage(name: string): object | undefined
  highlight(code: string, options: { readonly language: string }): { readonly value: string }
}
highlighter.configure({ classPrefix: '' })

/** Code as HTML, with classes that the style sheet colors. */
export function highlighted(code: string, lang = ''): string {
  const language = highlighter.getLanguage(lang) ? lang : 'plaintext'
  return highlighter.highlight(code, { language }).value
}
