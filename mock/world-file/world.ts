// A complete world, as the mock builds it: without short forms, references to files or missing defaults.

import type { Scope } from '#openapi'
import type { components } from '../control/generated/control.gen.ts'
import type { Step } from '../world/script.ts'

type Schemas = components['schemas']
type Defined<Entry, Members extends keyof Entry> = Omit<Entry, Members> & {
  readonly [Member in Members]-?: NonNullable<Entry[Member]>
}

export type WorldKind = Schemas['WorldKind']

export type Company = Required<Omit<Schemas['WorldCompany'], 'balance_euros'>> &
  Pick<Schemas['WorldCompany'], 'balance_euros'>

export interface Named {
  readonly name: string
}

export type Person = Required<Schemas['WorldPerson']>
export interface WorldKey {
  readonly of: string
  readonly scopes: readonly Scope[]
  readonly secret?: string
  readonly revoked: boolean
}
export type Model = Required<Schemas['WorldModel']>
export type Agent = Defined<
  Omit<Schemas['WorldAgent'], 'system_prompt' | 'script' | 'team'>,
  'name' | 'description' | 'owner' | 'visibility' | 'model' | 'tools' | 'tags'
> & {
  readonly team: string | null
  readonly system_prompt: string
  readonly script: readonly Step[]
}
export type WorkflowStep =
  | { readonly agent: string; readonly name: string; readonly instruction?: string }
  | { readonly gate: string; readonly approvers: readonly string[]; readonly instruction?: string }
export type Workflow = Defined<
  Omit<Schemas['WorldWorkflow'], 'steps'>,
  'name' | 'description' | 'status' | 'owner'
> & { readonly steps: readonly WorkflowStep[] }
export type Board = Required<Exclude<Schemas['WorldBoard'], string>>
export type Task = Defined<
  Schemas['WorldTask'],
  'status' | 'board' | 'owner' | 'tags' | 'criteria' | 'approvers' | 'runs'
>
export interface WorldDocument {
  readonly title: string
  readonly passages: readonly string[]
}
export interface Knowledge extends Named {
  readonly description: string
  readonly teams: readonly string[]
  readonly documents: readonly WorldDocument[]
}
export type Client = Required<Exclude<Schemas['WorldClient'], string>>
export type PolicyRule = Schemas['PolicyRule']
export type Word = Schemas['WorldWord']
export type PastAgent = Schemas['WorldPastAgent']
export type PastWorkflow = Schemas['WorldPastWorkflow']
export type History = Defined<Schemas['WorldHistory'], 'days' | 'runs_per_day'>

export type ByHandle<Entry> = Readonly<Record<string, Entry>>

export interface World {
  readonly company: Company
  readonly teams: ByHandle<Named>
  readonly people: ByHandle<Person>
  readonly keys: ByHandle<WorldKey>
  readonly models: ByHandle<Model>
  readonly agents: ByHandle<Agent>
  readonly workflows: ByHandle<Workflow>
  readonly boards: ByHandle<Board>
  readonly projects: ByHandle<Named>
  readonly tasks: readonly Task[]
  readonly knowledge: ByHandle<Knowledge>
  readonly clients: ByHandle<Client>
  readonly policies: readonly PolicyRule[]
  readonly history: History | null
}

/** A world, or a part of one, as people write it, with short forms and without defaults. */
export type WorldSource = Schemas['World']

type Open<Entry, Members extends keyof Entry> = Omit<Entry, Members> & Partial<Pick<Entry, Members>>

/** A world with the defaults of its schema. What may still be missing has a default that follows from other entries. */
export interface FilledWorld {
  readonly company: Open<Company, 'first_fee'>
  readonly teams: ByHandle<string | Open<Named, 'name'>>
  readonly people: ByHandle<Open<Person, 'name' | 'email' | 'role'>>
  readonly keys: ByHandle<
    string | (Omit<WorldKey, 'scopes'> & { readonly scopes: string | readonly Scope[] })
  >
  readonly models: ByHandle<Open<Model, 'name' | 'cached'>>
  readonly agents: ByHandle<
    Open<Omit<Agent, 'script'>, 'name' | 'owner' | 'team' | 'model' | 'tags'> &
      Pick<Schemas['WorldAgent'], 'script'>
  >
  readonly workflows: ByHandle<
    Open<Omit<Workflow, 'steps'>, 'name' | 'owner'> & {
      readonly steps: readonly Defined<Schemas['WorldWorkflowStep'], 'approvers'>[]
    }
  >
  readonly boards: ByHandle<string | Open<Board, 'name' | 'prefix'>>
  readonly projects: ByHandle<string | Open<Named, 'name'>>
  readonly tasks: readonly Open<Task, 'board' | 'owner'>[]
  readonly knowledge: ByHandle<
    Open<Omit<Knowledge, 'documents'>, 'name'> & { readonly documents: readonly Schemas['WorldDocument'][] }
  >
  readonly clients: ByHandle<string | Open<Client, 'name'>>
  readonly policies: readonly PolicyRule[]
  readonly history?: Open<History, 'runs_per_day'>
}
