import { type Html, html } from './html.ts'

/** Links from an assumed element to the silences that it answers. */
export function gapLinks(element: { 'x-gap'?: unknown; 'x-gap-keywords'?: unknown }): Html {
  const keywords = Object.values((element['x-gap-keywords'] ?? {}) as Record<string, unknown>)
  const ids = [element['x-gap'], ...keywords].flat().filter(id => typeof id === 'string')
  return html`${[...new Set(ids)].map(id => html`<a class="gap" href="#gap-${id}" title="not stated by the specification">${id}</a> `)}`
}
