/** Node's `crypto`, loaded when somebody needs it: it takes a twentieth of the start, and most mocks never do. */
export const nodeCrypto = () => process.getBuiltinModule('node:crypto')
