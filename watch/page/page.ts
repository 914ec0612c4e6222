/** Builds the page of a watch in the browser: from the view in the page, or from its server, again and again. */
import { element } from '../../conformance/report/page/elements.ts'
import type { View } from '../view.ts'
import { alerts, calls, passes } from './activity.ts'
import { between } from './between.ts'
import { heading, mendFirst, sectionTable } from './present.ts'
import { timelines } from './timelines.ts'

const LOOK_EVERY_MS = 10_000
const KEY = 'agent-work-watch-key'

const main = document.querySelector('main')!
const given = document.getElementById('view')?.textContent ?? ''
let shown: View | undefined

if (given !== '') show(JSON.parse(given) as View)
else {
  void look()
  setInterval(() => void look(), LOOK_EVERY_MS)
}

/** Asks the server for the view, and shows it if there is something new. */
async function look(): Promise<void> {
  const view = await ask().catch(() => undefined)
  document.body.classList.toggle('stale', view === undefined)
  if (view === 'refused') askForKey()
  else if (view && (view.passes !== shown?.passes || view.at - shown.at > 60_000)) show(view)
}

async function ask(): Promise<View | 'refused'> {
  const key = sessionStorage.getItem(KEY)
  const reply = await fetch('view.json', { headers: key === null ? {} : { 'x-mock-control-key': key } })
  return reply.status === 401 ? 'refused' : ((await reply.json()) as View)
}

function show(view: View): void {
  shown = view
  const top = scrollY
  document.title = heading(view).title
  main.replaceChildren(
    ...element(
      'div',
      heading(view).nodes,
      mendFirst(view),
      sectionTable(view),
      timelines(view, () => show(view)),
      between(view, () => show(view)),
      calls(view),
      alerts(view),
      passes(view),
    ).childNodes,
  )
  scrollTo(0, top)
}

function askForKey(): void {
  if (main.querySelector('form')) return
  const input = element('input', {
    type: 'password',
    'aria-label': 'control key',
    autocomplete: 'off',
    required: '',
  })
  const form = element(
    'form.filters',
    {
      onsubmit: event => {
        event.preventDefault()
        sessionStorage.setItem(KEY, input.value)
        main.replaceChildren()
        void look()
      },
    },
    input,
    element('button', { type: 'submit' }, 'Show'),
  )
  main.replaceChildren(
    element('h1', 'The control key of this watch'),
    element('p.soft', 'It was given by --control-key, or printed when the watch started.'),
    form,
  )
}
