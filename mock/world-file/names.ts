// Defaults derived from a handle or a name.

/** `quote-writer` as `Quote writer`. */
export function titleOf(handle: string): string {
  const words = handle.replaceAll(/[-_.]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `ana-ruiz` as `Ana Ruiz`. */
export function personNameOf(handle: string): string {
  return titleOf(handle).replaceAll(/ \p{L}/gu, letter => letter.toUpperCase())
}

/** `Amélie Roux` of `Meridian Business Services` as `amelie.roux@meridian.example`. */
export function emailOf(name: string, company: string): string {
  const domain =
    plain(company)
      .split(' ')
      .find(word => word !== '' && word !== 'my') ?? 'company'
  return `${plain(name).replaceAll(' ', '.')}@${domain}.example`
}

/** `sales` as `SAL`. */
export function prefixOf(handle: string): string {
  return (
    handle
      .replaceAll(/[^A-Za-z]/g, '')
      .slice(0, 3)
      .toUpperCase() || 'TASK'
  )
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 -]/g, '')
    .toLowerCase()
}
