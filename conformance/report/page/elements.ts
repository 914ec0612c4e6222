/** Builds elements from data: as text, never as markup. */

export type Child = Node | string | null | undefined | Child[]
interface Properties {
  [name: string]: string | ((event: Event) => void) | undefined
}

/** The element of a tag with classes. */
type ElementOf<Tag> = Tag extends `${infer Name}.${string}` ? ElementOf<Name> : KnownElement<Tag>
type KnownElement<Tag> = Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : never

/** `element('p.soft', { onclick }, 'text')`: attributes may be left out; empty attributes and children are. */
export function element<Tag extends string>(tag: Tag, first?: Properties | Child, ...children: Child[]) {
  const [name = '', ...classes] = tag.split('.')
  const node = document.createElement(name)
  if (classes.length > 0) node.className = classes.join(' ')
  for (const [name, value] of isProperties(first) ? Object.entries(first) : []) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value)
    else if (value !== undefined) node.setAttribute(name, value)
  }
  node.append(...flat(isProperties(first) ? children : [first, ...children]))
  return node as ElementOf<Tag>
}

const isProperties = (value: Properties | Child): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Node)

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
    heads.map(text => element('th', { scope: 'col' }, text)),
  )
  const body = rows.map(row =>
    element(
      'tr',
      row.map((cell, index) => (index === 0 ? element('th', { scope: 'row' }, cell) : element('td', cell))),
    ),
  )
  return [element('h2', title), element('table', element('thead', head), element('tbody', body))]
}

/** The class of a verdict: `not-exercised`. */
export const classOf = (verdict: string) => verdict.replace(' ', '-')

/** How many requirements have each verdict, as a bar. */
export function verdictBar(verdicts: readonly string[], count: (verdict: string) => number): HTMLElement {
  const parts = verdicts.map(verdict => {
    const part = element('i', { class: classOf(verdict) })
    part.style.flex = String(count(verdict))
    return part
  })
  const label = verdicts.map(verdict => `${count(verdict)} ${verdict}`).join(', ')
  return element('div.bar', { role: 'img', 'aria-label': label }, parts)
}

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
  element('div.line', element('span.soft', label), element('span', children))

/** The head of a card: how serious it is, and what it is about. */
export const cardHead = (tag: string, what: string): HTMLElement =>
  element('p.card-head', element('span', { class: `tag ${tag}` }, tag), element('b', what))

/** Buttons that show requirements in the list. */
export const idButtons = (ids: readonly string[], show: (id: string) => void): HTMLElement[] =>
  ids.map(id =>
    element('button', { type: 'button', class: 'more', title: 'all evidence', onclick: () => show(id) }, id),
  )
