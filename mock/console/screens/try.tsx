// Completions, searches and calls of the journal to try, with the answer as it comes and the call as code.
import { useState } from 'preact/hooks'
import { asKey, service } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Field, Select, TextField } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Page } from '../kit/page.tsx'
import { SchemaForm, useDraft } from '../kit/schema-form.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { href, place } from '../routes.ts'
import { useControl, useService } from '../state/reads.ts'
import { callOfExchange } from './parts/call-of-exchange.ts'
import { useAgents } from './parts/names.ts'
import { asJson, TryCall } from './parts/try-call.tsx'

export default function Try({ path }: { path: readonly string[] }) {
  const what = path[2] ?? 'chat'
  const from = place.value.query.get('from')
  const tabs = [
    ['chat', 'Chat completion', () => <ChatCompletion />],
    ['agent', 'Agent completion', () => <AgentCompletion />],
    ['search', 'Knowledge search', () => <Search />],
    ...(from ? [['call', `The call ${from}`, () => <Edited id={from} />] as const] : []),
  ] as const
  const [, , show] = tabs.find(([id]) => id === what) ?? tabs[0]
  return (
    <Page title="Try" note="Made as a key, and charged like any other call.">
      <Tabs
        label="What to try"
        current={what}
        hrefOf={id => href(['try', id], { from })}
        options={tabs.map(([id, text]) => [id, text])}
      />
      {show()}
    </Page>
  )
}

/** A call of the journal, to be changed and sent again. */
function Edited({ id }: { id: string }) {
  const read = useControl('readExchange', { path: { exchange_id: id } })
  return <Loaded read={read}>{exchange => <EditedCall exchange={exchange} key={id} />}</Loaded>
}

function EditedCall({ exchange }: { exchange: Schemas['Exchange'] }) {
  const call = callOfExchange(exchange)
  const [url, setUrl] = useState(`/${call.url}`)
  const [text, setText] = useState(call.wanted.body === undefined ? '' : asJson(call.wanted.body))
  return (
    <TryCall
      title={`${exchange.method} ${exchange.path}`}
      scope=""
      first={exchange.key ?? 'admin'}
      callAs={key => ({
        ...call,
        url: url.slice(1),
        wanted: { body: text ? JSON.parse(text) : undefined },
        as: asKey(key),
      })}
    >
      <TextField label="Path and query" class="mono" required value={url} onChange={setUrl} />
      {call.method === 'GET' ? null : (
        <TextField label="Body" class="mono" rows={12} spellcheck={false} value={text} onChange={setText} />
      )}
    </TryCall>
  )
}

const directives = [
  'mock: say Good morning.',
  'mock: length 60',
  'mock: error 3',
  'mock: script say One.; say Two.',
]

function chatText(event: unknown): string {
  const [choice] = (event as Schemas['ChatCompletionChunk' | 'ChatCompletion']).choices ?? []
  if (!choice) return ''
  return ('delta' in choice ? choice.delta.content : choice.message.content) ?? ''
}

function ChatCompletion() {
  const models = useService('listModels', {})
  const options = useDraft<Partial<Schemas['ChatCompletionRequest']>>({ stream: true })
  const [message, setMessage] = useState('What should I check before a payment run?')
  const ids = models.data?.data.map(({ id }) => id) ?? []
  const body = {
    model: ids[0] ?? '',
    ...options.value,
    messages: [{ role: 'user' as const, content: message }],
  }
  return (
    <TryCall
      title="Ask a model"
      scope="chat:write"
      callAs={key => service('createChatCompletion', { body }, key)}
      textOf={chatText}
      view={body => <p class="prewrap answer-text">{chatText(body)}</p>}
    >
      <TextField label="Message" rows={5} value={message} onChange={setMessage} />
      <div class="row wrap" role="group" aria-label="Directives to the mock">
        {directives.map(one => (
          <Button small key={one} onClick={() => setMessage(`${message.replace(/\nmock:.*$/s, '')}\n${one}`)}>
            {one}
          </Button>
        ))}
      </div>
      <SchemaForm
        api="service"
        name="ChatCompletionRequest"
        value={body}
        onChange={options.onChange}
        hide={['messages']}
        options={{
          model: { options: ids.map(id => [id, id] as const), hint: '' },
          stream: { label: 'As a stream' },
        }}
      />
    </TryCall>
  )
}

function agentText(event: unknown): string {
  const { type, delta = '' } = event as Schemas['AgentCompletionChunk']
  return type === 'text-delta' ? delta : ''
}

function AgentCompletion() {
  const { agents, options } = useAgents()
  const [agent, setAgent] = useState('')
  const [message, setMessage] = useState('What is open for Contoso?')
  const agentId = agent || agents[0]?.id || ''
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: message }] }]
  return (
    <TryCall
      title="Ask an agent"
      scope="agents:run"
      callAs={key => service('createAgentCompletion', { body: { agentId, stream: true, messages } }, key)}
      textOf={agentText}
    >
      <Field label="Agent">
        <Select value={agentId} onChange={setAgent} options={options} />
      </Field>
      <TextField label="Message" rows={5} value={message} onChange={setMessage} />
    </TryCall>
  )
}

function Search() {
  const folders = useService('listKnowledgeFolders', {})
  const draft = useDraft<Schemas['KnowledgeSearchRequest']>({ query: 'early payment discount', topK: 8 })
  const nameOf = new Map((folders.data?.data ?? []).map(({ id, name }) => [id, name]))
  const { knowledgeBaseIds, ...rest } = draft.value
  // Without any chosen, the search covers every knowledge base that the key may search.
  const wanted = { body: knowledgeBaseIds?.length ? { ...rest, knowledgeBaseIds } : rest }
  return (
    <TryCall
      title="Search what the company knows"
      scope="knowledge:read"
      callAs={key => service('searchKnowledge', wanted, key)}
      view={reply => <Passages found={(reply as Passages).data} nameOf={nameOf} />}
    >
      <SchemaForm
        api="service"
        name="KnowledgeSearchRequest"
        {...draft}
        first={['query', 'knowledgeBaseIds', 'hybrid']}
        options={{
          query: { isWide: true },
          knowledgeBaseIds: { label: 'Only in', options: [...nameOf] },
          hybrid: { label: 'By words and by likeness together' },
        }}
      />
    </TryCall>
  )
}

type Passages = Schemas['KnowledgeSearchResult']

/** What a search found, the likeliest first. */
function Passages({ found, nameOf }: { found: Passages['data']; nameOf: ReadonlyMap<string, string> }) {
  if (found.length === 0) return <p class="muted">Nothing was found.</p>
  return (
    <ol class="cards">
      {found.map(({ documentTitle, text, score, knowledgeBaseId }) => (
        <li key={documentTitle + text}>
          <div class="row between">
            <span class="strong">{documentTitle}</span>
            <span class="muted small nowrap">
              {nameOf.get(knowledgeBaseId) ?? knowledgeBaseId} · {score.toFixed(2)}
            </span>
          </div>
          <p class="soft">{text}</p>
        </li>
      ))}
    </ol>
  )
}
