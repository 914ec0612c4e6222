// The reference of the service as this workspace answers: every operation, what it takes and gives, and a form to send it.
import { useState } from 'preact/hooks'
import type { Contract, Parameter, Reply, Schema } from '../../../openapi/contract.ts'
import { bodySchemaOf, operationAt, parametersOf, resolve } from '../../../openapi/elements.ts'
import { type Call, rowOf, service } from '../calls/call.ts'
import type { Service, ServiceId, Wanted } from '../calls/types.ts'
import { serviceTags } from '../generated/calls.gen.ts'
import { FilterField, isFound, TextField } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { begunOf, SchemaFields, useDraft } from '../kit/schema-form.tsx'
import { Coded, HttpStatus, inWords } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { useControl, useService } from '../state/reads.ts'
import { FieldView, SchemaView } from './parts/schema-view.tsx'
import { asJson, TryCall } from './parts/try-call.tsx'

export default function ReferenceScreen({ path: [, , id] }: { path: readonly string[] }) {
  const read = useControl('getWorkspaceDocument', {})
  const row = rowOf(id ?? '')
  return (
    <Loaded read={read}>
      {document =>
        row ? (
          <OperationPage key={id} id={id as ServiceId} row={row} document={document as unknown as Contract} />
        ) : (
          <OperationList document={document as unknown as Contract} />
        )
      }
    </Loaded>
  )
}

function OperationList({ document }: { document: Contract }) {
  const groups = Object.entries(serviceTags).map(([tag, ids]) => {
    const rows = ids
      .map(id => {
        const row = rowOf(id)!
        return { id, ...row, summary: operationAt(document, row)?.summary }
      })
      .filter(({ id, path: pattern, summary }) => isFound(id, pattern, summary))
    return { tag, rows }
  })
  return (
    <Page
      title="Reference"
      note="Every operation of the service, in the words of this workspace, with a form to send it."
    >
      <search>
        <FilterField label="Find an operation" />
      </search>
      {groups.every(({ rows }) => rows.length === 0) ? <Empty title="No operation is called that" /> : null}
      {groups.map(({ tag, rows }) =>
        rows.length === 0 ? null : (
          <Panel key={tag} title={inWords(tag)} flush>
            <ul class="changes">
              {rows.map(({ id, method, path: pattern, summary }) => (
                <li key={id}>
                  <a class="found plain-link" href={href(['reference', id])}>
                    <span class="strong">{summary}</span>
                    <span class="row between">
                      <span class="mono cut">
                        <span class="muted">{method}</span> {pattern}
                      </span>
                      <span class="muted small">{id}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </Panel>
        ),
      )}
    </Page>
  )
}

interface OperationProps {
  id: ServiceId
  row: NonNullable<ReturnType<typeof rowOf>>
  document: Contract
}

function OperationPage({ id, row, document }: OperationProps) {
  const { summary = id, description, security = [], responses } = operationAt(document, row)!
  const { method, path: pattern } = row
  const parameters = parametersOf(document, row)
  const scopes = security.flatMap(one => Object.values(one).flat()).join(' or ')
  const body = bodySchemaOf(document, row)
  return (
    <Page
      title={summary}
      note={
        <>
          <a href={href(['reference'])}>Reference</a> ·{' '}
          <span class="mono">
            {method} {pattern}
          </span>{' '}
          · {id}
          {scopes ? ` · scope ${scopes}` : ''}
        </>
      }
      actions={
        <a class="button" href={href(['journal'], { operation: id })}>
          Its calls
        </a>
      }
    >
      {description ? (
        <p class="soft">
          <Coded text={description} />
        </p>
      ) : null}
      <SendForm {...{ id, parameters, document, scopes, body }} />
      <div class="columns even">
        <Panel title="It takes">
          {parameters.length === 0 && !body ? <p class="muted">Nothing but the key.</p> : null}
          <ul class="fields-of">
            {parameters.map(one => (
              <FieldView
                key={one.name}
                document={document}
                schema={schemaOf(one)}
                name={one.name}
                isRequired={one.required ?? false}
              />
            ))}
          </ul>
          {body ? <SchemaView document={document} schema={body} /> : null}
        </Panel>
        <Panel title="It answers" flush>
          <ul class="cards">
            {Object.entries(responses).map(([status, element]) => (
              <ReplyView
                key={status}
                status={Number(status)}
                reply={resolve<Reply>(document, element).element}
                document={document}
              />
            ))}
          </ul>
        </Panel>
      </div>
    </Page>
  )
}

/** The schema of a parameter, with what is said about the parameter. */
function schemaOf({ schema, description }: Parameter): Schema {
  return { ...schema, ...(description ? { description } : {}) }
}

function ReplyView({ status, reply, document }: { status: number; reply: Reply; document: Contract }) {
  const [isOpen, setOpen] = useState(status < 300)
  const schemas = Object.values(reply.content ?? {}).map(one => one['x-event-schema'] ?? one.schema ?? {})
  return (
    <li>
      <div class="row">
        <HttpStatus status={status} />
        <p class="grow">
          <Coded text={reply.description ?? ''} />
        </p>
      </div>
      {schemas.map((schema, at) => (
        <details key={at} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary class="small muted">Its fields</summary>
          {isOpen ? <SchemaView document={document} schema={schema} /> : null}
        </details>
      ))}
    </li>
  )
}

interface SendFormProps {
  id: ServiceId
  parameters: readonly Parameter[]
  document: Contract
  scopes: string
  body: Schema | undefined
}

/** The parameters as fields and the body as JSON, begun so that it can be sent as it stands. */
function SendForm({ id, parameters, document, scopes, body }: SendFormProps) {
  const inPath = parameters.filter(one => one.in === 'path')
  const known = useIds(inPath.map(({ name }) => name))
  const [given, setGiven] = useState<Record<string, string>>({})
  const query = useDraft<Record<string, unknown>>({})
  const [text, setText] = useState(body ? asJson(begunOf(document, body)) : '')
  const inQuery = parameters.filter(one => one.in === 'query')
  const schema: Schema = {
    properties: Object.fromEntries(inQuery.map(one => [one.name, { ...schemaOf(one), title: one.name }])),
    required: inQuery.flatMap(({ name, required }) => (required ? [name] : [])),
  }
  const call = (key: string): Call => {
    const wanted = {
      path: { ...known, ...given },
      query: query.value,
      body: text.trim() ? JSON.parse(text) : undefined,
    }
    return { ...service(id, wanted as Wanted<Service[ServiceId]>, key), profile: 'own' }
  }
  return (
    <TryCall title="Send this" scope={scopes} callAs={call}>
      {inPath.map(({ name }) => (
        <TextField
          key={name}
          label={name}
          class="mono"
          required
          value={given[name] ?? known[name] ?? ''}
          onChange={value => setGiven({ ...given, [name]: value })}
        />
      ))}
      {inQuery.length > 0 ? <SchemaFields document={document} schema={schema} {...query} /> : null}
      {body ? (
        <TextField label="Body" class="mono" rows={8} spellcheck={false} value={text} onChange={setText} />
      ) : null}
      {inPath.length + inQuery.length === 0 && !body ? (
        <p class="muted">It takes nothing but the key.</p>
      ) : null}
    </TryCall>
  )
}

/** Ids that exist, for the parameters of a path. */
function useIds(names: readonly string[]): Readonly<Record<string, string | undefined>> {
  const first = { query: { limit: 1 } }
  const isIn = (...some: string[]) => names.some(name => some.some(one => name.startsWith(one)))
  const agents = useService('listAgents', isIn('agent_id') ? first : null, [])
  const runs = useService('listRuns', isIn('run_id', 'chat_id') ? first : null, [])
  const tasks = useService('listTasks', isIn('task_id', 'ref') ? first : null, [])
  const workflows = useService('listWorkflows', isIn('workflow_id') ? first : null, [])
  const approvals = useService('listPendingApprovals', isIn('approval_id') ? {} : null, [])
  const [run] = runs.data?.data ?? []
  const [task] = tasks.data?.data ?? []
  return {
    agent_id: agents.data?.data[0]?.id,
    run_id: run?.id,
    chat_id: run?.chat_id,
    task_id: task?.id,
    ref: task?.reference,
    workflow_id: workflows.data?.data[0]?.id,
    approval_id: approvals.data?.data[0]?.id,
  }
}
