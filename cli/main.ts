// The program `agent-work`: its terminal, and its exit status.
import { runCommandLine } from './command-line.ts'

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => {})

const { argv, env, stdout, stderr } = process
process.exitCode = await runCommandLine(argv.slice(2), {
  env,
  folder: process.cwd(),
  columns: stdout.columns,
  colors: stdout.isTTY && stdout.hasColors(),
  out: text => void stdout.write(`${text}\n`),
  note: text => void stderr.write(`${text}\n`),
})
