/**
 * Who may know whom. Each rule's name is the sentence that it holds; tools/test/dependencyRules.test.ts plants a violation
 * of each.
 */
const inWeb = (folder) => `^apps/web/src/${folder}/`
const places = '^apps/web/src/portals/places/'
const asoFiles = ['/(aso|ASO)[A-Za-z]*[/.-]', '/Aso[A-Z]', '/[A-Za-z]+Aso[A-Z.]']
const testFile = '(^|/)(test|tests|proof)/|\\.test\\.tsx?$'

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'No module reaches itself by its imports.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain knows no other package of ours and does no input or output.',
      severity: 'error',
      from: { path: '^packages/domain/src/' },
      to: {
        path: [
          '^(apps|testkit|e2e|bench|tools)/',
          '^packages/(?!domain/)',
          '^node:',
          '^(fs|net|http|https|child_process|path|os)$',
        ],
      },
    },
    {
      name: 'domain-is-pure',
      comment: 'Of viem, the domain takes the pure functions only, never a client or a transport.',
      severity: 'error',
      from: { path: '^packages/domain/src/' },
      to: { path: 'node_modules', pathNot: 'node_modules/viem/' },
    },
    {
      name: 'abi-stays-in-chain',
      comment: 'Only packages/chain knows the generated ABI files; whoever needs them takes what chain exports.',
      severity: 'error',
      from: { pathNot: '^packages/chain/' },
      to: { path: '^packages/chain/src/gen/' },
    },
    {
      name: 'abi-stays-in-chain',
      comment: 'Page and server speak of offers, not of the contract: they call what chain offers and never its ABI.',
      severity: 'error',
      from: { path: '^packages/(domain|protocol)/src/' },
      to: { path: '^packages/chain/' },
    },
    {
      name: 'protocol-speaks-only-of-the-domain',
      comment: 'chain → domain ← protocol.',
      severity: 'error',
      from: { path: '^packages/(chain|protocol)/src/' },
      to: { path: '^(apps|testkit|e2e|bench|tools)/' },
    },
    {
      name: 'actions-know-no-react',
      comment: 'An action is a plain function: it shows nothing and takes what it needs as arguments.',
      severity: 'error',
      from: { path: inWeb('actions') },
      to: { path: ['node_modules/(react|react-dom|@tanstack|wagmi|radix-ui)(/|$)', inWeb('(features|ui|pages|app)')] },
    },
    {
      name: 'features-are-strangers',
      comment: 'A feature knows no other feature; pages and portals put them together.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'only-portals-know-aso',
      comment:
        'The ASO portal is a value, and so is every other: found by its folder, never imported by screen, flow or message.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: places },
      to: { path: [places, ...asoFiles.map((name) => `^apps/web/src/.*${name}`)] },
    },
    {
      name: 'only-portals-know-aso',
      comment: 'A portal is a page of data of its own and takes nothing from another one.',
      severity: 'error',
      from: { path: `${places}([^/]+)/` },
      to: { path: places, pathNot: `${places}$1/` },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'What is in ui/ could serve any product.',
      severity: 'error',
      from: { path: inWeb('ui') },
      to: { path: ['^packages/', inWeb('(features|actions|pages|portals|services|text|app)')] },
    },
    {
      name: 'production-knows-no-tests',
      comment: 'Nothing that is served imports from tests, the testkit, or the proofs.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/' },
      to: {
        path: [
          '^(testkit|e2e|bench|tools)/',
          testFile,
          'node_modules/(vitest|@playwright|happy-dom|@testing-library)(/|$)',
        ],
      },
    },
    {
      name: 'only-workers-decode',
      comment: 'The server decodes no byte of an NFT: its picture workers do, in processes that can be killed.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/worker/' },
      to: { path: ['node_modules/(sharp|satori)(/|$)', '^apps/server/src/worker/'] },
    },
    {
      name: 'server-and-page-never-meet',
      comment: 'They share the three packages and nothing else.',
      severity: 'error',
      from: { path: '^apps/server/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'server-and-page-never-meet',
      comment: 'They share the three packages and nothing else.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-demo|out|out-demo|cache)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
}
