// What the pages of the site do: search, copying, and requests to a mock that runs in the page.
import MiniSearch from 'minisearch'
import { element } from '../../../conformance/report/page/elements.ts'
import { type CurlRequest, requestsIn } from './curl.ts'

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** What the frame of the console takes from this page. */
export interface SitePage {
  readonly mockOfSite: (url: string | URL, init?: RequestInit) => Promise<Response>
}

/** Where the site is, relative to this page. */
const root = new URL('.', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href)

/** Whether a running mock serves this page; otherwise one runs in the page. */
const servedByMock = location.pathname.includes('/_mock/docs/')

let mock: Promise<Send> | undefined

for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) prepare(figure)
prepareSearch()
prepareMenu()
prepareConsole()

function prepare(figure: HTMLElement): void {
  const text = figure.querySelector('code')!.textContent ?? ''
  const copy = figure.querySelector<HTMLButtonElement>('.copy')!
  copy.onclick = async () => {
    await navigator.clipboard.writeText(text)
    copy.textContent = 'Copied'
  }
  const run = figure.querySelector<HTMLButtonElement>('.run')
  if (!run) return
  run.onclick = async () => {
    run.disabled = true
    run.textContent = 'Running…'
    figure.querySelector('.replies')?.remove()
    const replies = element('div.replies', { 'aria-live': 'polite' })
    figure.append(replies)
    try {
      const send = await theMock()
      for (const request of requestsIn(text)) replies.append(await replyTo(request, send))
      const where = servedByMock
        ? 'Answered by this mock.'
        : 'Answered by a mock in this page; a reload begins anew.'
      replies.append(element('p.where', `${where} See what it did in the console, above.`))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      replies.append(element('p.where', `The mock cannot run here: ${reason}`))
    }
    run.disabled = false
    run.textContent = 'Run it again'
  }
}

async function replyTo({ line, method, path, headers, body }: CurlRequest, send: Send): Promise<HTMLElement> {
  const began = performance.now()
  const reply = await send(path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await reply.text()
  const ms = Math.round(performance.now() - began)
  const head = element(
    'p.head',
    { title: line },
    element('span', { class: reply.ok ? 'status ok' : 'status refused' }, String(reply.status)),
    element('span.path', `${method} ${path}`),
    element('span.ms', `${ms} ms`),
  )
  return element('section.reply', head, text === '' ? null : element('pre', { tabindex: '0' }, pretty(text)))
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function theMock(): Promise<Send> {
  mock ??= servedByMock ? Promise.resolve(sendToServer()) : startHere()
  return mock
}

function sendToServer(): Send {
  const [base = ''] = location.href.split('/_mock/docs/')
  return (path, init) => fetch(base + path, init)
}

async function startHere(): Promise<Send> {
  const { createFetch } = (await import(new URL('mock/index.js', root).href)) as {
    createFetch: (options: object) => Send
  }
  // As the pages say: a minute a second.
  return createFetch({ url: 'http://127.0.0.1:4010', clock: { scale: 60 } })
}

/** The console of the mock that serves this page, or else of the one in this page. */
function prepareConsole(): void {
  const button = document.querySelector<HTMLButtonElement>('#open-console')!
  if (servedByMock) {
    button.onclick = () => location.assign(new URL('../console/', root))
    return
  }
  const close = element('button', 'Close')
  close.onclick = () => dialog.close()
  const note = 'A mock in this page: your client cannot reach it, and a reload begins anew.'
  const head = element('p', element('b', 'Console'), element('span', note), close)
  const frame = element('iframe', { title: 'Console' })
  const dialog = element('dialog.console', head, frame)
  document.body.append(dialog)
  const screen = /^#console(\/.*)?$/.exec(location.hash)
  button.onclick = () => {
    dialog.showModal()
    if (frame.src === '') frame.src = new URL(`mock/console/frame.html#${screen?.[1] ?? ''}`, root).href
  }
  const mockOfSite: SitePage['mockOfSite'] = async (url, init) =>
    (await theMock())(`/${String(url).slice(root.href.length)}`, init)
  Object.assign(globalThis, { mockOfSite } satisfies SitePage)
  if (screen) button.click()
}

interface Entry {
  readonly id: number
  readonly page: string
  readonly title: string
  readonly url: string
  readonly text: string
}

function prepareSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#search')!
  const list = document.querySelector<HTMLElement>('#found')!
  let loading: ReturnType<typeof loadIndex> | undefined
  const load = () => {
    loading ??= loadIndex()
    return loading
  }
  const find = async () => {
    const index = await load()
    const words = input.value.trim()
    const entries = words === '' ? [] : index(words).slice(0, 8)
    list.hidden = words === ''
    list.replaceChildren(
      ...(entries.length > 0
        ? entries.map(entry => linkTo(entry, words))
        : [element('p.none', `Nothing about “${words}”.`)]),
    )
  }
  input.onfocus = () => void load()
  input.oninput = () => void find()
  document.addEventListener('keydown', event => {
    const links = [...list.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === '/' && !(document.activeElement instanceof HTMLInputElement)) {
      event.preventDefault()
      input.focus()
    } else if (event.key === 'Escape') {
      list.hidden = true
      input.blur()
    } else if (event.key === 'ArrowDown' && !list.hidden) {
      event.preventDefault()
      links[at + 1]?.focus()
    } else if (event.key === 'ArrowUp' && at >= 0) {
      event.preventDefault()
      ;(links[at - 1] ?? input).focus()
    } else if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
  })
  document.addEventListener('click', event => {
    if (!(event.target as HTMLElement).closest('.search')) list.hidden = true
  })
}

async function loadIndex(): Promise<(words: string) => readonly Entry[]> {
  const entries = (await (await fetch(new URL('search.json', root))).json()) as Entry[]
  const index = new MiniSearch<Entry>({
    fields: ['title', 'page', 'text'],
    searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' },
  })
  index.addAll(entries)
  return words => index.search(words).map(({ id }) => entries[id as number]!)
}

function linkTo({ page, title, url, text }: Entry, words: string): HTMLElement {
  const first = words.split(/\s+/)[0]!.toLowerCase()
  const at = Math.max(0, text.toLowerCase().indexOf(first) - 30)
  return element(
    'a.hit',
    { href: new URL(url, root).href },
    element('span.hit-title', title === page ? page : `${page} › ${title}`),
    element('span.hit-text', `${at > 0 ? '…' : ''}${text.slice(at, at + 140)}`),
  )
}

function prepareMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('#menu')!
  button.onclick = () => {
    const isOpen = document.body.classList.toggle('menu-open')
    button.setAttribute('aria-expanded', String(isOpen))
  }
}
