export default {
  api: {
    input: './generated/openapi.json',
    output: {
      target: './generated/orval/api.ts',
      client: 'fetch',
      override: { mutator: { path: './orval-fetch.ts', name: 'serviceFetch' } },
    },
  },
}
