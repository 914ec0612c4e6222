// Work on a text that a message contains: a summary, what is asked for in it, its parts as a list, its words in order.
// Nothing is made up: the answer consists of what the text says.

/** What to do, and the text to do it with: after a colon or the first line, in quotes, or after the first sentence. */
const GIVEN: readonly RegExp[] = [
  /^(?<ask>[^\n:"“«]{3,160}?)\s*(?::\s|\n)\s*["“«]?(?<text>[^\s"“«][\s\S]{3,})$/,
  /^(?<ask>[^\n"“«]{3,160})["“«](?<text>[^"”»]{4,})["”»]/,
  /^(?<ask>[^\n.?!]{3,160}[.?!])\s+(?<text>\S[\s\S]{3,})$/,
]

/** What is read of a text, in characters. */
const MAX_READ = 4_000

/** The answer, if the message gives a text and asks for one of these things; else null. */
export function workOnGivenText(message: string): string | null {
  for (const pattern of GIVEN) {
    const { ask, text } = pattern.exec(message.slice(0, MAX_READ))?.groups ?? {}
    const answer = ask && text ? answerFrom(ask, text.replace(/["”»]\s*$/, '').trim()) : null
    if (answer !== null) return answer
  }
  return null
}

function answerFrom(ask: string, text: string): string | null {
  if (SUMMARIZES.test(ask)) return summaryOf(text)
  if (PARTS.test(ask))
    return partsOf(text)
      .map(part => `- ${part}`)
      .join('\n')
  if (FINDS.test(ask)) return foundIn(ask, text)
  if (SORTS.test(ask)) return inOrder(text)
  return null
}

const SUMMARIZES =
  /\b(?:summari[sz]e|summary|tl;?dr|shorten|shorter|zusammenfassen|fasse? .*zusammen|zusammenfassung|kürzer|résume[rz]?|résumé|resum[ea]n?|resumir|riassum\w+|resumo|vat .*samen|samenvat\w+)(?!\p{L})|^fasse? zusammen/iu
const FINDS =
  /\b(?:extract|find|which|what (?:is|are) the|list (?:all|the)|pull out|extrahiere?|finde|nenne|welche[rs]?|extrai[st]|extraye|extrae|estrai|extraia|haal)(?!\p{L})/iu
const PARTS =
  /\b(?:bullet|action items|to-?dos?|stichpunkte|aufgaben|puces|viñetas|punti elenco|tópicos|opsomming)/i
const SORTS =
  /\b(?:sort|alphabetically|sortiere?|alphabetisch|trie[rz]?|ordena|ordina|ordene|sorteer)(?!\p{L})/iu

/** The sentence that shares most words with the others; of a single one, what stands before its first addition. */
function summaryOf(text: string): string {
  const sentences = sentencesOf(text)
  if (sentences.length === 1)
    return `${text.split(/[,;:–]\s|\s(?:because|weil|parce que|porque|perché|omdat)\s/)[0]!.replace(/[.!]$/, '')}.`
  const known = sentences.map(sentence => new Set(sentence.toLowerCase().match(/\p{L}{4,}/gu)))
  const weights = known.map(words => {
    let shared = 0
    for (const word of words)
      for (const others of known) if (others !== words && others.has(word)) shared += 1
    return shared
  })
  return sentences[weights.indexOf(Math.max(...weights))]!
}

/** What a request can name, and how it looks in a text. */
const KINDS: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/mail|address|adresse|correo/i, /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  [/url|link|website/i, /https?:\/\/[^\s,)]+/g],
  [/phone|telephone|telefon|téléphone|teléfono/i, /(?<![\w-])\+?\d[\d ()/-]{5,}\d/g],
  [
    /date|deadline|when|datum|daten|termin|fecha|data\b/i,
    /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b\d{1,2}\.? (?:Jan|Feb|Mar|Mär|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez)\p{L}*/gu,
  ],
  [
    /number|reference|\bids?\b|nummer|numéro|número|numero/i,
    /\b[A-Z]{2,}-?\d+\b|(?<=\b(?:Invoice|Order|Rechnung|Bestellung|Facture|Factura|Fattura|Factuur) )\d+/g,
  ],
  [
    /amount|total|price|sum|cost|betrag|beträge|summe|preis|montant|prix|importe|precio|importo|prezzo|valor|bedrag|prijs/i,
    /(?:[€$£]\s?\d[\d.,]*\d|\d[\d.,]*)\s?(?:EUR|USD|GBP|CHF|€|\$|£|euros?)(?!\p{L})|[€$£]\s?\d[\d.,]*\d/gu,
  ],
]

/** The values of the kinds that the request names, in their order in the text; null where there are none. */
function foundIn(ask: string, text: string): string | null {
  const values = KINDS.flatMap(([name, pattern]) => (name.test(ask) ? [...text.matchAll(pattern)] : []))
  const inText = values.toSorted((a, b) => a.index - b.index).map(([value]) => value.trim())
  const last =
    /\b(?:the|der|le|el|il|o|het) (?:total|summe|gesamt\w*|totale?)\b/i.test(ask) && !/\band\b/.test(ask)
  const found = last ? inText.slice(-1) : [...new Set(inText)]
  return found.length === 0 ? null : found.join(found.length > 1 ? '\n' : '')
}

function partsOf(text: string): string[] {
  const sentences = sentencesOf(text)
  return sentences.length > 1 ? sentences : (itemsOf(text) ?? sentences)
}

/** "zebra, apple and mango" */
function itemsOf(text: string): string[] | null {
  const items = text.replace(/[.!?]$/, '').split(/\s*[,;\n]\s*|\s+(?:and|und|et|y|e|en)\s+/)
  return items.length > 1 && items.every(item => /^\S+(?: \S+)?$/.test(item)) ? items.filter(Boolean) : null
}

function inOrder(text: string): string | null {
  return (
    itemsOf(text)
      ?.toSorted((a, b) => a.localeCompare(b, 'en'))
      .join(', ') ?? null
  )
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=(?<!\b\d{1,2})[.!?])\s+/).filter(Boolean)
}
