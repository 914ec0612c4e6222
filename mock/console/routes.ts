// The address, which is the console's state: screen, filters, what is open, and the key that the console reads with.
import { computed, signal } from '@preact/signals'
import { consoleRoot } from './address.ts'

export interface Place {
  /** Segments below the root of the console, such as `['demo', 'runs', 'run_1']`. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

/** Values of the query by name; null or an empty text removes one. */
export type QueryChange = Readonly<Record<string, string | null | undefined>>

/** On a server of files the console is one page, and the place stands behind `#/`. */
const isOnePage = document.documentElement.dataset.place === 'hash'

export const place = signal<Place>(placeHere())

function placeHere(): Place {
  const url = new URL(isOnePage ? location.hash.slice('#/'.length) : location.href, consoleRoot)
  const path = url.pathname
    .slice(consoleRoot.pathname.length)
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent)
  return { path, query: url.searchParams }
}

/** The workspace of the address; null on a screen of none. */
export const workspaceId = computed(() => {
  const [first = 'workspaces'] = place.value.path
  return ['workspaces', 'unmatched', 'go'].includes(first) ? null : first
})

/** The address of a screen of this workspace, such as `['runs', 'run_1']`; of the demo on a screen of no workspace. */
export function href(path: readonly string[], query: QueryChange = {}): string {
  return rootHref([workspaceId.value ?? 'demo', ...path], query)
}

/** The address of a path of the console. The key that the console reads with stays in it. */
export function rootHref(path: readonly string[], query: QueryChange = {}): string {
  const url = new URL(path.filter(Boolean).map(encodeURIComponent).join('/'), consoleRoot)
  const as = place.value.query.get('as')
  for (const [name, value] of Object.entries({ as, ...query })) if (value) url.searchParams.set(name, value)
  const to = url.pathname + url.search
  return isOnePage ? `${location.pathname}#/${to.slice(consoleRoot.pathname.length)}` : to
}

/** The address of this place with other values in its query. */
export function hrefHere(change: QueryChange): string {
  const { path, query } = place.value
  return rootHref(path, { ...Object.fromEntries(query), ...change })
}

/** Navigates; `replace` for an address that Back should skip. */
export function go(to: string, replace = false): void {
  if (new URL(to, location.href).href === location.href) return
  history.replaceState({ scroll: scrollY }, '')
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  const before = place.value
  place.value = placeHere()
  if (!replace && before.path.slice(0, 2).join('/') !== place.value.path.slice(0, 2).join('/')) scrollTo(0, 0)
}

/** Listens to Back and Forward, and to clicks on links within the console. */
export function followLinks(): void {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', event => {
    place.value = placeHere()
    const { scroll } = (event.state ?? {}) as { scroll?: number }
    if (scroll !== undefined) scrollWhenHighEnough(scroll)
  })
  addEventListener('pagehide', () => history.replaceState({ scroll: scrollY }, ''))
  const { scroll } = (history.state ?? {}) as { scroll?: number }
  if (scroll) scrollWhenHighEnough(scroll)
  addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const link = (event.target as Element).closest?.('a')
    if (!link || link.target || link.download || !link.href.startsWith(consoleRoot.href)) return
    event.preventDefault()
    go(link.href)
  })
}

/** Restores the scroll position. What stands above it may have to be loaded first, so it tries again. */
function scrollWhenHighEnough(top: number, tries = 20): void {
  requestAnimationFrame(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) > 2 && tries > 0) setTimeout(() => scrollWhenHighEnough(top, tries - 1), 50)
  })
}
