/** Node's `crypto`, loaded on first use: loading it takes some milliseconds, and most mocks never need it. */
export const nodeCrypto = () => process.getBuiltinModule('node:crypto')
