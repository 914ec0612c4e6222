// The flags of a command. A mistake in them ends the process with a message that says what to do.
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values']

/** The values of the flags; `help` says what there is. */
export function readFlags<const Given extends Options>(options: Given, help: string): Values<Given> {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n${help}`)
  }
}

/** A whole number of at least 1. */
export function wholeNumber(flag: string, text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1) return number
  return refuse(`--${flag} must be a whole number of at least 1, got "${text}"`)
}

/** Ends the process: the command line is wrong. */
export function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}
