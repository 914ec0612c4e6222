// The answer of a chat model: plain sentences about the question, the same for the same messages.
import type { Random } from '../../simulation/random.ts'
import { isPassedOver } from '../../work/search/terms.ts'
import type { Message } from '../../world/completions.ts'

const GREETING = 'Hello! What can I do for you?'

/** An answer to the last message of a user, or a greeting if there is none. */
export function answerTo(messages: readonly Message[], random: Random): string {
  const asked = messages.filter(message => message.role === 'user').map(message => message.text.trim())
  const question = asked.at(-1)
  if (question === undefined || question === '' || isGreeting(question)) return GREETING
  const topic = topicOf(question)
  const subject = subjectOf(topic)
  const sentences = random.shuffle(SENTENCES).slice(0, random.int(2, 3))
  const earlier = asked.at(-2)
  return [
    `${random.pick(OPENINGS)} "${topic}":`,
    ...sentences.map(sentence => sentence.replaceAll('{}', subject)),
    ...(earlier ? [`This takes into account what you wrote before: "${topicOf(earlier)}".`] : []),
  ].join(' ')
}

const MAX_TOPIC_LENGTH = 80

/** The first sentence of a text, shortened for a quotation. */
export function topicOf(text: string): string {
  const [sentence = ''] = /^.*?(?:[.!?](?=\s|$)|$)/m.exec(text.trim()) ?? []
  const topic = sentence.trim()
  if (topic.length <= MAX_TOPIC_LENGTH) return topic
  // Array.from counts code points, so characters outside the BMP are not cut in half.
  const letters = Array.from(topic)
  return letters.length <= MAX_TOPIC_LENGTH ? topic : `${letters.slice(0, MAX_TOPIC_LENGTH - 1).join('')}…`
}

const OPENINGS = ['Here is a short answer to', 'This is what I can say about', 'In short, on']

const SENTENCES = [
  'Begin with {} as it stands today, and write down what is known and what is not.',
  'Two things decide about {}: what was agreed, and by when it is needed.',
  'Most of the work on {} is in the details, so settle who looks after them.',
  'If time is short, take the largest part of {} first and leave the rest for later.',
  'Compare {} with how it was done the last time; the differences are where mistakes happen.',
  'Let somebody who did not prepare {} have a look before it goes out.',
]

/** The subject of a topic: a name in it, or its longest word. */
function subjectOf(topic: string): string {
  const [first = '', ...others] = topic.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const telling = others.filter(word => !isPassedOver(word))
  const name = telling.find(word => /^\p{Lu}/u.test(word))
  const [longest] = [...telling, first].sort((a, b) => b.length - a.length)
  return longest ? `"${name ?? longest}"` : 'this'
}

function isGreeting(text: string): boolean {
  return /^(?:say\s+)?(?:hello|hi|hey|good (?:morning|afternoon|evening))[\s!.,]*$/i.test(text)
}
