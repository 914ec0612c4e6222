#!/usr/bin/env node
// The command agent-work of a clone: `npx --no agent-work tail`. The package has its own.
await import('../runtime.js')
await import('../../cli/main.ts')
