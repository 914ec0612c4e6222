// Runs in the frame of the console before the console does: its requests go to the mock of the page around it.
import type { SitePage } from './page.ts'

const { mockOfSite } = parent as unknown as Partial<SitePage>

if (!mockOfSite) location.replace(`../../index.html#console${location.hash.slice(1)}`)
else {
  globalThis.fetch = mockOfSite as typeof fetch
  // A worker has a `fetch` of its own; without one, the console follows the mock in its page.
  Reflect.deleteProperty(globalThis, 'SharedWorker')
  // No client reaches a mock in a page.
  const style = new CSSStyleSheet()
  style.replaceSync('[aria-label="Point your client here"] { display: none }')
  document.adoptedStyleSheets = [style]
  document.documentElement.dataset.place = 'hash'
  addEventListener('click', event => void openReply(event, mockOfSite), true)
}

/** Shows what a link to the mock leads to, such as its reference. */
async function openReply(event: MouseEvent, fetch: SitePage['mockOfSite']): Promise<void> {
  const link = (event.target as Element).closest('a')
  if (!link?.href.includes('/_mock/')) return
  event.preventDefault()
  const reply = await fetch(link.href)
  open(URL.createObjectURL(await reply.blob()))
}
