// Preloaded by tests: examples and pages import the package by its name, which is its source here, as in tsconfig.json.
import { registerHooks } from 'node:module'

const sources = {
  'agent-work': '#mock',
  'agent-work/browser': '#mock/browser',
  'agent-work/conformance': '#conformance',
  'agent-work/openapi': '#openapi',
  'agent-work/vitest': '#mock/vitest',
}

registerHooks({ resolve: (name, context, next) => next(sources[name] ?? name, context) })
