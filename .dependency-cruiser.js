// Who may import what. The suite judges a black box, so it must not know the mock; the mock's layers look downwards.

/** Modules under `from` may not import modules under `to`. */
const never = (name, comment, from, to, fromNot, toNot) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...(fromNot ? { pathNot: fromNot } : {}) },
  to: { path: to, ...(toNot ? { pathNot: toNot } : {}) },
})

const test = '\\.test\\.ts$'

/** The mock's rooms from the bottom up, type-only imports included; each may import those before it. */
export const mockRooms = [
  'version\\.ts',
  // The document of the control API as types; what serves it is far above.
  'control/generated/',
  'store/',
  'simulation/',
  'dialect/',
  'profile/',
  'world/',
  'keep/',
  'work/',
  'world-file/',
  'twin/',
  'seed/',
  'service/',
  'journal/',
  'http/',
  'faults/',
  'coverage/',
  'lint/',
  'explain/',
  'replay/',
  'console/',
  'server/',
  'node/',
  'web/',
  'control/(?!generated/)',
  'embed/',
  'index\\.ts',
  'browser\\.ts',
  'vitest\\.ts',
  'cli/',
]
const mockUpwards = mockRooms.slice(0, -1).map((room, index) => {
  const name = room.replace(/\W+ts$|\/.*$/, '')
  return never(
    `mock-${name}-looks-down`,
    `mock/${name} may import what is below it only (${mockRooms.slice(0, index).join(' ')}).`,
    `^mock/${room}`,
    `^mock/(${mockRooms.slice(index + 1).join('|')})`,
    [test, '^mock/console/test/'],
  )
})

/** The suite's rooms from the bottom up, type-only imports included; each may import those before it. */
export const suiteRooms = [
  'rules/rules\\.ts',
  'target/',
  'requirements/',
  'extract/',
  'engine/',
  // The table of rules is below all; what draws their conclusions needs a trial.
  'rules/(?!rules\\.ts)',
  'negatives/',
  'suite/',
  'report/',
  'evidence/',
  'import/',
  'traffic/',
  'index\\.ts',
  'commands/',
  'cli\\.ts',
]
const suiteUpwards = suiteRooms.slice(0, -1).map((room, index) => {
  const name = room.replace(/\W+ts$|\/$/, '')
  return never(
    `suite-${name}-looks-down`,
    `conformance/${name} may import what is below it only (${suiteRooms.slice(0, index).join(' ') || 'nothing of the suite'}).`,
    `^conformance/${room}`,
    `^conformance/(${suiteRooms.slice(index + 1).join('|')})`,
    test,
  )
})

/** The rooms of the twin from the bottom up; each may import those before it, and the files beside them all. */
const twinRooms = ['recording/', 'replay/', 'compare/', 'infer/', '[\\w-]+\\.ts$']
const twinUpwards = twinRooms
  .slice(0, -1)
  .map((room, index) =>
    never(
      `twin-${room.slice(0, -1)}-looks-down`,
      `twin/${room} may import what is below it only (${twinRooms.slice(0, index).join(' ') || 'nothing of the twin'}).`,
      `^twin/${room}`,
      `^twin/(${twinRooms.slice(index + 1).join('|')})`,
      test,
    ),
  )

export default {
  forbidden: [
    ...twinUpwards,
    never(
      'twin-knows-no-commands',
      'twin/ is above the mock and the suite, and below the commands.',
      '^twin/',
      '^(cli|scripts)/',
    ),
    never(
      'nothing-below-knows-the-twin',
      'twin/ is above the contract, the mock and the suite; those never import it.',
      '^(openapi|flags|platform|mock|conformance)/',
      '^twin/',
    ),
    never(
      'nothing-below-knows-the-watch',
      'watch/ is above the contract, the mock and the suite, and below the commands.',
      '^(openapi|flags|platform|mock|conformance|twin)/',
      '^watch/',
    ),
    never(
      'watch-knows-no-commands',
      'watch/ is above the contract, the mock, the suite and the twin, and below the commands.',
      '^watch/',
      '^(cli|scripts)/',
    ),
    never(
      'through-the-door-of-the-watch',
      'Import the watch through its index.ts.',
      '^(cli|evaluation|scripts|examples)/',
      '^watch/',
      undefined,
      '^watch/index\\.ts$',
    ),
    never(
      'the-watch-uses-parts-of-the-mock',
      'Of the mock, the watch uses the lock of a file, values made on demand, the text of metrics and durations.',
      '^watch/',
      '^mock/',
      test,
      '^mock/(keep/(checked-rows|file-lock|keep-problem)|control/metric-text|simulation/duration|store/on-demand)\\.ts$',
    ),
    never(
      'the-watch-page-runs-in-a-browser',
      'Pages import parts of pages, and types.',
      '^watch/page/',
      '^(openapi|mock|flags|platform)/|^watch/(?!page/|view\\.ts$)|^conformance/(?!report/)',
    ),
    never(
      'through-the-door-of-the-twin',
      'Import the twin through #twin.',
      '^(cli|evaluation|scripts|examples)/',
      '^twin/',
      undefined,
      '^twin/index\\.ts$',
    ),
    never(
      'the-twin-uses-parts-of-the-suite',
      'Of the suite, the twin reads recordings and the world in them, understands replies and judges single exchanges; the rest is behind #conformance.',
      '^twin/',
      '^conformance/',
      test,
      '^conformance/(index\\.ts$|engine/recording\\.ts$|extract/|import/|traffic/|requirements/contract\\.ts$)',
    ),
    never(
      'openapi-stands-alone',
      'openapi/ imports flags/ and itself.',
      '^openapi/',
      '^(mock|conformance|cli|scripts|evaluation)/',
    ),
    never(
      'mock-knows-no-suite',
      'mock/ imports #openapi, flags/ and itself; its console shows reports with the page of the report.',
      '^mock/',
      '^(conformance|scripts|cli|evaluation)/',
      undefined,
      '^conformance/report/(page/|generated/|report\\.ts$)',
    ),
    never(
      'suite-knows-no-commands',
      'conformance/ imports #openapi, flags/, platform/ and itself.',
      '^conformance/',
      '^cli/',
      test,
    ),
    never(
      'flags-stand-alone',
      'flags/ imports nothing of ours, because every command line is read with it.',
      '^flags/',
      '^(openapi|mock|platform|conformance|scripts|cli|evaluation)/',
      test,
    ),
    never('cli-knows-no-scripts', 'cli/ is published, and scripts/ are not.', '^cli/', '^scripts/'),
    ...mockUpwards,
    {
      name: 'core-knows-no-node',
      comment:
        'The mock runs in browsers, too: what needs Node stands in platform/node.ts, mock/node, mock/keep or a door. Ask `platform` for it.',
      severity: 'error',
      from: {
        path: '^(openapi|mock|platform)/',
        pathNot: [
          test,
          '^platform/node\\.ts$',
          '^mock/(node|keep|console|cli|testing)/',
          '^mock/(index|vitest)\\.ts$',
          '^mock/twin/twin-file\\.ts$',
          '^mock/service/completions/value-worker(-client)?\\.ts$',
        ],
      },
      to: { dependencyTypes: ['core'] },
    },
    never(
      'the-platform-stands-below',
      'platform/ imports generated documents, and nothing else of ours.',
      '^platform/',
      '^(openapi|mock|conformance|scripts|cli)/',
      undefined,
      '/generated/.*\\.json$',
    ),
    never(
      'browsers-get-no-node',
      'What mock/browser.ts imports may not lead to what needs Node.',
      '^mock/(browser\\.ts|web/|embed/)',
      '^mock/(node|keep/(?!keep-problem|keeper)|console)/',
    ),
    never(
      'console-runs-in-a-browser',
      'The console imports types of #openapi and of the control API, what finds elements of a document, the page of a report, and nothing else of ours.',
      '^mock/console/(?!index\\.ts)',
      '^(openapi|mock|conformance)/',
      ['\\.test\\.ts$', '^mock/console/test/'],
      '^(mock/console/|openapi/(index|contract|elements|operation-row|reference/type-words)\\.ts$|mock/control/generated/|conformance/report/)',
    ),
    never(
      'through-the-door-of-the-console',
      'The mock imports the console through its index.ts.',
      '^mock/(?!console/|testing/)',
      '^mock/console/',
      undefined,
      '^mock/console/index\\.ts$',
    ),
    never(
      'mock-room-has-a-layer',
      'Every room of mock/ has a place in mockRooms, at the top of this file.',
      `^mock/(?!testing/|${mockRooms.join('|')})`,
      '',
      test,
    ),
    never(
      'tests-import-testing',
      'mock/testing is support for tests: only tests and mock/testing import it.',
      '^(mock|conformance|scripts|examples)/',
      '^mock/testing/',
      [test, '^mock/(testing|console/test)/'],
    ),
    ...suiteUpwards,
    {
      name: 'suite-every-room-has-a-layer',
      comment: 'A new room of the suite needs a place among suiteRooms.',
      severity: 'error',
      from: {
        path: '^conformance/',
        pathNot: [test, `^conformance/(${suiteRooms.join('|')})`],
      },
      to: {},
    },
    {
      name: 'suite-no-cycles',
      comment: 'Two modules that need each other, for types too, are one, or need a third.',
      severity: 'error',
      from: { path: '^conformance/' },
      to: { circular: true },
    },
    never(
      'simulation-knows-no-contract',
      'mock/store and mock/simulation know nothing of the contract.',
      '^mock/(store|simulation)/',
      '^(openapi|mock/control)/',
    ),
    never(
      'suite-knows-no-mock',
      'Only tests may import #mock: the suite judges a black box.',
      '^conformance/',
      '^mock/',
      test,
    ),
    never(
      'suite-knows-no-scripts',
      'conformance/ is published, and scripts/ are not.',
      '^conformance/',
      '^scripts/',
    ),
    never(
      'nothing-published-imports-evaluation',
      'evaluation/ proves and measures, and is never published: only its own files and tests import it.',
      '^(openapi|flags|mock|platform|conformance|twin|watch|cli|scripts)/',
      '^evaluation/',
      test,
    ),
    never(
      'independent-servers-share-nothing',
      'Each independent server imports its own folder only: a shared line would be a shared habit.',
      '^evaluation/independent-servers/([^/]+)/',
      '^(openapi|flags|mock|platform|conformance|twin|watch|cli|scripts|evaluation)/',
      undefined,
      '^evaluation/independent-servers/$1/',
    ),
    never(
      'scripts-know-the-contract-only',
      'scripts/ import #openapi only; worlds are compiled by the code that reads them, the build writes schemas that are code, and the site shows what commands print, in elements of the report.',
      '^scripts/',
      '^(mock|conformance|twin|watch|cli)/',
      [test, '^scripts/(build|generate/mock-files|site/(site|page/page))\\.ts$', '^scripts/node-runtime/'],
    ),
    never(
      'through-the-door-of-openapi',
      'Import the contract through #openapi, and the usage of clients through #openapi/usage; scripts, which make what is behind that door, read elements by themselves.',
      '^(mock/(?!console/)|conformance|twin|watch|cli|scripts|examples)/',
      '^openapi/',
      undefined,
      '^openapi/(index|deprecation|elements|operation-table|raw-document|usage/(index|usage-of))\\.ts$',
    ),
    never(
      'through-the-door-of-mock',
      'Import the mock through #mock; benchmarks measure what is behind the door, too, and tests share mock/testing.',
      '^(conformance|twin|scripts|examples|evaluation)/',
      '^mock/',
      ['^evaluation/(bench|crash|fuzz)/', '^scripts/(build|generate/mock-files)\\.ts$'],
      '^mock/((index|browser|vitest|dialect/index)\\.ts$|testing/)',
    ),
    never(
      'through-the-door-of-conformance',
      'Import the suite through #conformance.',
      '^(mock/(?!console/)|scripts|examples)/',
      '^conformance/',
      undefined,
      '^conformance/(index|commands/rules-text|report/page/elements)\\.ts$',
    ),
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be found.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'published-code-needs-dependencies',
      comment:
        'What is published may import dependencies only; move the package from devDependencies to dependencies.',
      severity: 'error',
      from: {
        path: '^(openapi|mock|platform|conformance|twin|watch|cli)/',
        // The console is bundled, and tests are not published.
        pathNot: [test, '^mock/(console/(?!index\\.ts)|testing/)'],
      },
      // What only some users need, such as vitest for the fixture, is a peer that they bring along.
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A bundle has the shape that the bundler gave it.
    exclude: { path: '/generated/bundle/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
