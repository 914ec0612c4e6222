/** Builds elements from data: as text, never as markup. */

export type Child = Node | string | null | undefined | Child[]
interface Properties {
  [name: string]: string | ((event: Event) => void) | undefined
}

/** `element('p', { class: 'soft', onclick }, 'text')`; empty attributes and children are left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value)
    else if (value !== undefined) node.setAttribute(name, value)
  }
  node.append(...flat(children))
  return node
}

function flat(children: Child[]): (Node | string)[] {
  return children.flatMap(child =>
    Array.isArray(child) ? flat(child) : child === null || child === undefined || child === '' ? [] : [child],
  )
}

/** A titled table; nothing where there are no rows. */
export function table(title: string, heads: readonly string[], rows: readonly Child[][]): Child {
  if (rows.length === 0) return null
  const head = element(
    'tr',
    {},
    heads.map(text => element('th', {}, text)),
  )
  const body = rows.map(row =>
    element(
      'tr',
      {},
      row.map(cell => element('td', {}, cell)),
    ),
  )
  return [
    element('h2', {}, title),
    element('table', {}, element('thead', {}, head), element('tbody', {}, body)),
  ]
}

/** The class of a verdict: `not-exercised`. */
export const classOf = (verdict: string) => verdict.replace(' ', '-')

/** A text that a click copies. */
export function copyable(text: string): HTMLElement {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'copy',
      title: 'copy',
      onclick: event => {
        // Inside a summary, a click would unfold it.
        event.preventDefault()
        // A page opened as a file may not have access to the clipboard.
        void navigator.clipboard?.writeText(text).catch(() => {})
        button.classList.add('copied')
      },
    },
    text,
  )
  return button
}

/** A label with its content. */
export const line = (label: string, ...children: Child[]): HTMLElement =>
  element('div', { class: 'line' }, element('span', { class: 'soft' }, label), element('span', {}, children))

/** The head of a card: how serious it is, and what it is about. */
export const cardHead = (tag: string, what: string): HTMLElement =>
  element('p', { class: 'card-head' }, element('span', { class: `tag ${tag}` }, tag), element('b', {}, what))

/** Buttons that show requirements in the list. */
export const idButtons = (ids: readonly string[], show: (id: string) => void): HTMLElement[] =>
  ids.map(id =>
    element('button', { type: 'button', class: 'more', title: 'all evidence', onclick: () => show(id) }, id),
  )
