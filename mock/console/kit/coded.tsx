/** A text of the documents, whose words in backquotes are code. */
export function Coded({ text }: { text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
}
