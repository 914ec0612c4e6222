/** The form of the target file, which `npm run generate` derives from target.yaml. */
import { platform } from '#platform'
import type { components } from './generated/target.gen.ts'

type Schemas = components['schemas']

/** The target file as written. Only `base_url` and `keys` are required. */
export type TargetInput = Schemas['Target']
export type KeyInput = Schemas['Key']
export type Role = Schemas['Role']
export type FixtureInput = Schemas['Fixture']
export type FixtureName = keyof Schemas['Fixtures']
export type Capability = Schemas['Capability']
export type ConnectionInput = Schemas['Connection']
export type WaiverInput = Schemas['Waiver']

interface TargetSchema {
  $defs: { Fixtures: { properties: Record<FixtureName, unknown> }; Capability: { enum: Capability[] } }
}

export const targetSchema = platform.readGenerated(import.meta.url, 'target.schema.json') as TargetSchema

export const FIXTURES = Object.keys(targetSchema.$defs.Fixtures.properties) as FixtureName[]
export const CAPABILITIES: readonly Capability[] = targetSchema.$defs.Capability.enum
