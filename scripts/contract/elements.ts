import type { Json } from './sources.ts'

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
