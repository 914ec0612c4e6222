// Reads profile files, as the `probe` of the conformance suite writes them:
//
//     profile:
//       error-body: problem
//       status-missing-key: 403
import { readFileSync } from 'node:fs'
import type { ParsedNode, YAMLMap } from 'yaml'
import { AnswerError, answerTo } from './answers.ts'
import type { Answers } from './profile.ts'

/** Reads the answers in a file. Throws an `AnswerError` with all mistakes and their lines. */
export async function readProfileFile(path: string): Promise<Answers> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new AnswerError(`the profile ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  return answersInYaml(text, path)
}

/** The same for the text of a file; `name` is its name in messages. Members beside `profile` are ignored. */
export async function answersInYaml(text: string, name: string): Promise<Answers> {
  // Imported on demand, so that a program without a profile starts faster.
  const { isMap, LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const at = (offset = 0) => `${name}:${lines.linePos(offset).line}:`
  // Words such as null and 401 are answers, so every value is read as text.
  const file = parseDocument(text, { lineCounter: lines, schema: 'failsafe' })
  const problems = file.errors.map(error => `${at(error.pos[0])} ${error.message.split(' at line')[0]}`)
  const profile: unknown = isMap(file.contents) ? file.contents.get('profile', true) : undefined
  const answers: [string, string][] = []
  if (problems.length === 0 && !isMap(profile))
    problems.push(
      `${at()} a profile is a map below the word profile, such as\n  profile:\n    error-body: problem`,
    )
  for (const { key, value } of isMap(profile)
    ? (profile as YAMLMap<ParsedNode, ParsedNode | null>).items
    : []) {
    try {
      answers.push(answerTo(String(key), value?.toJSON() ?? ''))
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error
      problems.push(`${at(key.range?.[0])} ${error.message}`)
    }
  }
  if (problems.length > 0) throw new AnswerError(problems.join('\n'))
  return Object.fromEntries(answers)
}
