/** A query as a sentence shows it: `status=done&limit=4`. */
export const queryText = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
