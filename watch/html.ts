/** The page: one self-contained file. With a view it is whole; without, it asks its server for one. */
import { selfContained } from '../conformance/report/html.ts'
import { script, style } from './generated/page.gen.ts'
import type { View } from './view.ts'

export const pageOf = (view: View | undefined): string =>
  selfContained({ title: 'agent-work watch', id: 'view', data: view, style, script })
