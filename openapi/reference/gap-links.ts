import { gapsOn } from '../elements.ts'
import { type Html, html } from './html.ts'

/** Links from an assumed element to the silences that it answers. */
export function gapLinks(element: object): Html {
  return html`${[...new Set(gapsOn(element))].map(id => html`<a class="gap" href="#gap-${id}" title="not stated by the specification">${id}</a> `)}`
}
