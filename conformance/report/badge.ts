/** An SVG badge: the outcome, and how many requirements were exercised. */
import type { Report } from './report.ts'

export function badge(report: Report): string {
  const { exercised, selected } = report.coverage
  const left = 'conformance'
  const right =
    report.exit === 4
      ? 'unreachable'
      : report.counts.violated > 0
        ? `${report.counts.violated} violated`
        : `${exercised}/${selected}`
  const color =
    report.exit === 0 ? '#2e7d32' : report.counts.violated > 0 || report.exit > 3 ? '#c62828' : '#b26a00'
  const [a, b] = [left, right].map(text => Math.round(text.length * 6.6 + 12)) as [number, number]
  const word = (text: string, x: number, width: number) =>
    `<text x="${x + width / 2}" y="14" text-anchor="middle" textLength="${width - 12}">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${a + b}" height="20" role="img" aria-label="${left}: ${right}"><title>${left}: ${right}</title><clipPath id="r"><rect width="${a + b}" height="20" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${a}" height="20" fill="#444"/><rect x="${a}" width="${b}" height="20" fill="${color}"/></g><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${word(left, 0, a)}${word(right, a, b)}</g></svg>\n`
}
