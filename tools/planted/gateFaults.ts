/** A one-line fault, and the tests or gate that must notice it. */
export interface PlantedFault {
  readonly file: string
  /** Occurs exactly once. */
  readonly right: string
  readonly wrong: string
  /** Arguments of `npm run test:one`, `contracts` for forge's tests, or `check` and a gate's name. */
  readonly foundBy: readonly string[]
}

const escrow = 'contracts/src/SwapEscrow.sol'

/** One for each gate of `npm run check`. */
export const gateFaults: readonly PlantedFault[] = [
  {
    file: 'apps/server/src/voice/checkAccess.ts',
    right: 'if (as === undefined) return',
    wrong: 'if (as == undefined) return',
    foundBy: ['check', 'lint'],
  },
  {
    file: 'packages/domain/src/dealSeed.ts',
    right: '.map(nftKey).toSorted()',
    wrong: '.map(nftKey).toSorted(0)',
    foundBy: ['check', 'types'],
  },
  {
    file: escrow,
    right: 'if (msg.sender != recipient) revert',
    wrong: 'if (tx.origin != recipient) revert',
    foundBy: ['check', 'contract rules'],
  },
  {
    file: 'packages/domain/src/dealSeed.ts',
    right: 'import type { Address }',
    wrong: "import 'node:fs'\nimport type { Address }",
    foundBy: ['check', 'dependency rules'],
  },
  {
    file: 'packages/chain/src/rpc/endpoint.ts',
    right: 'function readReply(',
    wrong: 'export const unused = 1\nfunction readReply(',
    foundBy: ['check', 'dead code'],
  },
  {
    file: 'packages/chain/src/rpc/endpoint.ts',
    right: 'function readReply(',
    wrong: 'export const unused = 1\nfunction readReply(',
    foundBy: ['check', 'test-only exports'],
  },
  {
    file: 'docs/testing.md',
    right: '# Testing',
    wrong: '# Testing, for whoever does it',
    foundBy: ['check', 'language'],
  },
  {
    file: 'apps/web/src/actions/settleOffer.ts',
    right: 'import {\n  acceptCall',
    wrong: "import '../app/App.tsx'\nimport {\n  acceptCall",
    foundBy: ['check', 'files per change'],
  },
  {
    file: 'apps/web/weight/budgets.ts',
    right: 'budgetBytes: 150_000',
    wrong: 'budgetBytes: 15_000',
    foundBy: ['check', 'page weight'],
  },
  {
    file: 'deploy/kubernetes/base/parley.yaml',
    right: 'replicas: 3',
    wrong: 'replcas: 3',
    foundBy: ['check', 'deployment'],
  },
  {
    file: 'docs/configuration.md',
    right: '# Settings of a server',
    wrong: '# Settings',
    foundBy: ['check', 'generated files'],
  },
  {
    file: 'apps/web/test/text/quotedTexts.ts',
    right: "'REVOKE ASO APPROVAL': `${connected}; ASO is approved`",
    wrong: "'REVOKE ASO APPROVAL': ''",
    foundBy: ['check', 'generated files'],
  },
  {
    file: 'e2e/specs/voice.spec.ts',
    right: "toContainText('Share this page link with others to talk')",
    wrong: 'toBeVisible()',
    foundBy: ['check', 'generated files'],
  },
  { file: 'tools/commands/licences.ts', right: "  'MPL-2.0',\n", wrong: '', foundBy: ['check', 'licences'] },
  {
    file: 'apps/web/src/pages/offer/OfferPreview.tsx',
    right: 'import { imageUrl,',
    wrong:
      "import { privateKeyToAccount } from 'viem/accounts'\nObject.assign(globalThis, { privateKeyToAccount })\nimport { imageUrl,",
    foundBy: ['check', 'page weight'],
  },
  { file: 'tools/root.ts', right: 'export const root =', wrong: 'export const root  =', foundBy: ['check', 'format'] },
  {
    file: escrow,
    right: 'if (msg.sender != creator)',
    wrong: 'if  (msg.sender != creator)',
    foundBy: ['check', 'contract format'],
  },
  {
    file: escrow,
    right: '(1 << OfferTerms.MAX_NFTS_PER_SIDE) - 1',
    wrong: '((1 << OfferTerms.MAX_NFTS_PER_SIDE) / 2) * 2 - 1',
    foundBy: ['check', 'contract lint'],
  },
]
