// Completions and searches to try, with the answer as it comes and the call as code.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { components } from '#openapi'
import { type Call, make, service } from '../calls/call.ts'
import { Button } from '../kit/button.tsx'
import { Field, Select, TextField } from '../kit/fields.tsx'
import { Problem } from '../kit/loaded.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { SchemaForm } from '../kit/schema-form.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { href } from '../routes.ts'
import { AsCode } from '../shell/code-view.tsx'
import { actor } from '../state/acts.ts'
import { readEvents } from '../state/follow-stream.ts'
import { workspaceId } from '../state/live.ts'
import { useService } from '../state/reads.ts'
import { KeySelect } from './parts/key-select.tsx'
import { useAgents } from './parts/names.ts'

type ChatCompletionRequest = components['schemas']['ChatCompletionRequest']
type KnowledgeSearchRequest = components['schemas']['KnowledgeSearchRequest']

export default function Try({ path }: { path: readonly string[] }) {
  const ws = path[0]!
  const what = path[2] ?? 'chat'
  return (
    <Page title="Try" note="Made as a key, and charged like any other call.">
      <Tabs
        label="What to try"
        current={what}
        tabs={[
          { id: 'chat', text: 'Chat completion', href: href([ws, 'try', 'chat']) },
          { id: 'agent', text: 'Agent completion', href: href([ws, 'try', 'agent']) },
          { id: 'search', text: 'Knowledge search', href: href([ws, 'try', 'search']) },
        ]}
      />
      {what === 'search' ? <Search /> : what === 'agent' ? <AgentCompletion /> : <ChatCompletion />}
    </Page>
  )
}

/** Makes a call and reads its stream as it comes. */
function useAnswer(textOf: (event: unknown) => string) {
  const [text, setText] = useState('')
  const [error, setError] = useState<Error>()
  const [made, setMade] = useState<Call>()
  const [isBusy, setBusy] = useState(false)
  const current = useRef<AbortController>(undefined)
  const send = async (call: Call) => {
    current.current?.abort()
    const abort = new AbortController()
    current.current = abort
    setText('')
    setError(undefined)
    setMade(call)
    setBusy(true)
    try {
      const reply = await make(call, abort.signal)
      if (reply.headers.get('content-type')?.includes('event-stream') && reply.body)
        await readEvents(reply.body, ({ data }) => {
          if (data !== '[DONE]') setText(known => known + textOf(JSON.parse(data)))
        })
      else setText(textOf(await reply.json()))
    } catch (error) {
      if (!abort.signal.aborted) setError(error as Error)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => () => current.current?.abort(), [])
  return { text, error, made, isBusy, send, stop: () => current.current?.abort() }
}

const directives = [
  'mock: say Good morning.',
  'mock: length 60',
  'mock: error 3',
  'mock: script say One.; say Two.',
]

function Answer({ answer }: { answer: ReturnType<typeof useAnswer> }) {
  const { text, error, made, isBusy, stop } = answer
  return (
    <div class="stack loose">
      <Panel
        title="Answer"
        actions={
          isBusy ? (
            <Button small onClick={stop}>
              Stop
            </Button>
          ) : null
        }
      >
        {error ? <Problem error={error} /> : null}
        {text ? (
          <p class={`prewrap answer-text ${isBusy ? 'is-writing' : ''}`}>{text}</p>
        ) : error ? null : (
          <p class="muted">{isBusy ? 'Waiting…' : 'It appears here as it comes.'}</p>
        )}
      </Panel>
      {made ? (
        <Panel title="The call">
          <AsCode call={made} />
        </Panel>
      ) : null}
    </div>
  )
}

function ChatCompletion() {
  const models = useService('listModels', {}, [])
  const [options, setOptions] = useState<Partial<ChatCompletionRequest>>({ stream: true })
  const [message, setMessage] = useState('What should I check before a payment run?')
  const answer = useAnswer(event => {
    const [choice] =
      (event as { choices?: { delta?: { content?: string }; message?: { content?: string } }[] }).choices ??
      []
    return choice?.delta?.content ?? choice?.message?.content ?? ''
  })
  const ids = models.data?.data.map(({ id }) => id) ?? []
  const body = { model: ids[0] ?? '', ...options, messages: [{ role: 'user' as const, content: message }] }
  return (
    <div class="columns even">
      <TryForm
        title="Ask a model"
        scope="chat:write"
        onSend={as => void answer.send(service('createChatCompletion', { body }, as))}
      >
        <TextField label="Message" rows={5} value={message} onChange={setMessage} />
        <div class="row wrap" role="group" aria-label="Directives to the mock">
          {directives.map(one => (
            <Button
              small
              key={one}
              onClick={() => setMessage(`${message.replace(/\nmock:.*$/s, '')}\n${one}`)}
            >
              {one}
            </Button>
          ))}
        </div>
        <SchemaForm
          api="service"
          name="ChatCompletionRequest"
          value={body}
          onChange={change => setOptions({ ...options, ...change })}
          hide={['messages']}
          options={{
            model: { options: ids.map(id => [id, id] as const), hint: '' },
            stream: { label: 'As a stream' },
          }}
        />
      </TryForm>
      <Answer answer={answer} />
    </div>
  )
}

function AgentCompletion() {
  const { agents } = useAgents()
  const [agent, setAgent] = useState('')
  const [message, setMessage] = useState('What is open for Contoso?')
  const answer = useAnswer(event => {
    const { type, delta, text, parts } = event as {
      type?: string
      delta?: string
      text?: string
      parts?: { text?: string }[]
    }
    if (type === 'text-delta') return delta ?? ''
    return type === undefined
      ? (text ?? parts?.map(part => part.text ?? '').join('') ?? JSON.stringify(event, null, 2))
      : ''
  })
  const chosen = agent || agents[0]?.id || ''
  return (
    <div class="columns even">
      <TryForm
        title="Ask an agent"
        scope="agents:run"
        onSend={as =>
          void answer.send(
            service(
              'createAgentCompletion',
              {
                body: {
                  agentId: chosen,
                  stream: true,
                  messages: [{ role: 'user', parts: [{ type: 'text', text: message }] }],
                },
              },
              as,
            ),
          )
        }
      >
        <Field label="Agent">
          <Select
            value={chosen}
            onChange={setAgent}
            options={agents.map(({ id, name }) => [id, name] as const)}
          />
        </Field>
        <TextField label="Message" rows={5} value={message} onChange={setMessage} />
      </TryForm>
      <Answer answer={answer} />
    </div>
  )
}

/** The form of a try-out, with the key that sends it. */
function TryForm({
  title,
  scope,
  onSend,
  children,
}: {
  title: string
  scope: string
  /** Gets the key as `<workspace>/<name>`. */
  onSend: (as: string) => void
  children: ComponentChildren
}) {
  const [key, setKey] = useState(actor())
  return (
    <Panel title={title}>
      <form
        class="stack loose"
        onSubmit={event => {
          event.preventDefault()
          onSend(`${workspaceId.value}/${key}`)
        }}
      >
        {children}
        <div class="row wrap">
          <Button type="submit" kind="primary" icon="send">
            Send
          </Button>
          <KeySelect value={key} onChange={setKey} verb="Send" scope={scope} />
        </div>
      </form>
    </Panel>
  )
}

interface Passage {
  readonly id: string
  readonly documentTitle: string
  readonly text: string
  readonly score: number
  readonly knowledgeBaseId: string
}

function Search() {
  const folders = useService('listKnowledgeFolders', {}, [])
  const [body, setBody] = useState<KnowledgeSearchRequest>({ query: 'early payment discount', topK: 8 })
  const [found, setFound] = useState<readonly Passage[]>()
  const [error, setError] = useState<Error>()
  const [made, setMade] = useState<Call>()
  const nameOf = new Map((folders.data?.data ?? []).map(({ id, name }) => [id, name]))
  const search = async (as: string) => {
    const { knowledgeBaseIds, ...rest } = body
    // Without any chosen, the search covers every knowledge base that the key may search.
    const call = service(
      'searchKnowledge',
      { body: knowledgeBaseIds?.length ? { ...rest, knowledgeBaseIds } : rest },
      as,
    )
    setMade(call)
    setError(undefined)
    try {
      const { data } = (await (await make(call)).json()) as { data: Passage[] }
      setFound(data)
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <div class="columns even">
      <TryForm title="Search what the company knows" scope="knowledge:read" onSend={as => void search(as)}>
        <SchemaForm
          api="service"
          name="KnowledgeSearchRequest"
          value={body}
          onChange={change => setBody({ ...body, ...change })}
          first={['query', 'knowledgeBaseIds', 'hybrid']}
          options={{
            query: { isWide: true },
            knowledgeBaseIds: { label: 'Only in', options: [...nameOf] },
            hybrid: { label: 'By words and by likeness together' },
          }}
        />
      </TryForm>
      <div class="stack loose">
        <Panel title={found ? `${found.length} passages` : 'Passages'} flush>
          {error ? (
            <div class="body">
              <Problem error={error} />
            </div>
          ) : null}
          <ul class="cards">
            {(found ?? []).map(({ id, documentTitle, text, score, knowledgeBaseId }) => (
              <li key={id}>
                <div class="row">
                  <span class="strong grow">{documentTitle}</span>
                  <span class="muted small">{nameOf.get(knowledgeBaseId)}</span>
                  <span class="tag number">{score.toFixed(2)}</span>
                </div>
                <p class="soft">{text}</p>
              </li>
            ))}
            {found ? null : <li class="muted">What fits best comes first, with its score.</li>}
          </ul>
        </Panel>
        {made ? (
          <Panel title="The call">
            <AsCode call={made} />
          </Panel>
        ) : null}
      </div>
    </div>
  )
}
