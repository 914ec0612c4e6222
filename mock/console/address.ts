// Where things are. Everything follows from the address of this module, so no prefix in front of the mock matters.

/** `…/_mock/console/` */
export const consoleRoot = new URL('../', import.meta.url)

/** What `/` of the mock is, which may be a path of somebody's proxy. */
export const mockRoot = new URL('../../../', import.meta.url)
