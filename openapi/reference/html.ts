// Text that is safe inside a page.
import { escaped } from '../../platform/escaped.ts'

/** A piece of a page that is markup already. */
export interface Html {
  html: string
}

type Piece = Html | string | number | false | null | undefined | readonly Piece[]

/**
 * Markup with values that are escaped unless they are markup themselves.
 *
 * @example html`<p>${description}</p>`
 */
export function html(texts: TemplateStringsArray, ...values: Piece[]): Html {
  return {
    html: texts.map((text, index) => text + (index < values.length ? piece(values[index]) : '')).join(''),
  }
}

function piece(value: Piece): string {
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  if ('html' in value) return value.html
  return value.map(piece).join('')
}

/** A description: paragraphs, and code between backticks. */
export function prose(text: string | undefined): Html {
  const paragraphs = (text ?? '').trim().split(/\n\s*\n/)
  return html`${paragraphs.filter(Boolean).map(paragraph => html`<p>${inline(paragraph)}</p>`)}`
}

/** Text with code between backticks. */
export function inline(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
