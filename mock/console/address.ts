// Addresses. They follow from the address of this module, so the console works behind any path prefix.

/** `…/_mock/console/` */
export const consoleRoot = new URL('../', import.meta.url)

/** The root of the mock, which behind a proxy may have a path of its own. */
export const mockRoot = new URL('../../../', import.meta.url)

/** The address of the mock as people write it, without a slash at its end. */
export const mockBase = mockRoot.href.replace(/\/$/, '')
