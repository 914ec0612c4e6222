// `npm run api`: writes docs/public-api.txt, the exports of the package with their types, so that reviews show changes.
// `-- --check` fails if the file is out of date. Types generated from the contract have their own report (`npm run
// contract:diff`) and appear only by name.
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { toggle } from '../flags/flag.ts'
import { readScript } from '../flags/script.ts'
import { declare, declaredDoors } from './declarations.ts'

const { check } = readScript('npm run api -- [--check]', {
  check: toggle('write nothing, and fail when the report is out of date'),
}).flags
const root = join(import.meta.dirname, '..')
const file = join(root, 'docs/public-api.txt')
const written = report()
if (!check) writeFileSync(file, written)
else if (readFileSync(file, 'utf8') !== written) {
  console.error('docs/public-api.txt is out of date. If the change of the API is meant, run `npm run api`.')
  process.exitCode = 1
}

function report(): string {
  // The folder is inside the project, so that the types of packages resolve.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  using made = mkdtempDisposableSync(join(cache, 'api-'))
  const folder = made.path
  declare(folder)
  const paths = Object.values(declaredDoors).map(door => join(folder, door))
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    noEmit: true,
    types: [],
  })
  const sections = Object.entries(declaredDoors).map(([name, door]) =>
    sectionOf(name, program, join(folder, door)),
  )
  return `What the package exports. Written by \`npm run api\`.\n\n${sections.join('\n\n')}\n`
}

function sectionOf(name: string, program: ts.Program, path: string): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const door = source && checker.getSymbolAtLocation(source)
  if (!source || !door) throw new Error(`${path} exports nothing.`)
  const lines = checker
    .getExportsOfModule(door)
    .map(symbol => entryOf(symbol, checker))
    .sort()
  return `${name === 'mock' ? 'agent-work' : `agent-work/${name}`}\n\n${lines.join('\n')}`
}

function entryOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declarations = meant.declarations ?? []
  const texts = declarations.flatMap(declaration => {
    const source = declaration.getSourceFile()
    if (source.fileName.includes('.gen.d.ts')) return [`${symbol.name}: generated`]
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    return [printed(node, source)]
  })
  return texts
    .join('\n')
    .split('\n')
    .map(line => `  ${line}`.trimEnd())
    .join('\n')
}

function printed(node: ts.Node, source: ts.SourceFile): string {
  const printer = ts.createPrinter({ removeComments: true })
  return printer
    .printNode(ts.EmitHint.Unspecified, node, source)
    .replaceAll(/^(export )?(declare )?/gm, '')
    .replaceAll(sep, '/')
}
