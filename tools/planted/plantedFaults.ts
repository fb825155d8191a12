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

/** Faults in contracts, server, page, voice and docs. `npm run test:planted` plants each one and expects a failure. */
export const plantedFaults: readonly PlantedFault[] = [
  ...gateFaults,
  {
    file: escrow,
    right: 'if (msg.sender != recipient) revert NotRecipient(offerId, msg.sender, recipient);',
    wrong: '',
    foundBy: ['contracts'],
  },
  {
    file: escrow,
    right: 'if (msg.sender != creator) revert NotCreator(offerId, msg.sender, creator);',
    wrong: '',
    foundBy: ['contracts'],
  },
  {
    file: escrow,
    right: 'if (block.timestamp <= expiresAt) revert OfferNotExpired(offerId, expiresAt, block.timestamp);',
    wrong: '',
    foundBy: ['contracts'],
  },
  {
    file: escrow,
    right: 'if (holder != 0) revert HeldByOffer(nftContract, tokenId, holder);',
    wrong: '',
    foundBy: ['contracts'],
  },
  {
    file: escrow,
    right: 'if (kept == wanted) revert NothingReturned(offerId);',
    wrong: '',
    foundBy: ['contracts'],
  },
  {
    file: 'apps/server/src/images/net/fetchAsset.ts',
    right: "if (parsed.range() !== 'unicast') return false",
    wrong: '',
    foundBy: ['apps/server/test/images/fetchAsset.test.ts'],
  },
  {
    file: 'apps/server/src/http/securityHeaders.ts',
    right: "'x-content-type-options': 'nosniff',",
    wrong: '',
    foundBy: ['apps/server/test/http/servePage.test.ts'],
  },
  {
    file: 'apps/server/src/offers/offerConsumer.ts',
    right: 'return known.length < before.length',
    wrong: 'return known.length > before.length',
    foundBy: ['apps/server/test/offers/missingOffers.test.ts'],
  },
  {
    file: 'packages/chain/src/rpc/endpoint.ts',
    right: 'new Set([429, 500,',
    wrong: 'new Set([500,',
    foundBy: ['testkit/test/rpc/rpcTransport.test.ts'],
  },
  {
    file: 'packages/chain/src/escrow/offerId.ts',
    right: 'digits.slice(-numberDigits)',
    wrong: 'digits.slice(-numberDigits + 1)',
    foundBy: ['apps/server/test/offers/missingOffers.test.ts'],
  },
  {
    file: 'packages/domain/src/dealSeed.ts',
    right: '.map(nftKey).toSorted()',
    wrong: '.map(nftKey)',
    foundBy: ['packages/domain/test/dealSeed.test.ts'],
  },
  {
    file: 'apps/web/src/actions/checkDeal.ts',
    right: "if (requested.length === 0 && coins.requestedWei === 0n) return { kind: 'nothing-requested' }",
    wrong: '',
    foundBy: ['apps/web/test/actions/createOffer.test.ts'],
  },
  {
    file: 'apps/web/src/ui/ErrorBoundary.tsx',
    right: 'return { failed: true }',
    wrong: 'return { failed: false }',
    foundBy: ['apps/web/test/look/pieces.test.tsx'],
  },
  {
    file: 'apps/web/src/text/deal.ts',
    right: 'Please select an NFT to trade',
    wrong: 'Please choose an NFT to trade',
    foundBy: ['apps/web/test/text/catalogue.test.ts'],
  },
  {
    file: 'apps/web/src/app/base.css',
    right: '@media (prefers-reduced-motion: reduce)',
    wrong: '@media (prefers-reduced-motion: no-preference)',
    foundBy: ['e2e/specs/reflow.spec.ts', 'less motion'],
  },
  {
    file: 'apps/server/src/voice/rooms.ts',
    right: 'if (others.length >= seats)',
    wrong: 'if (others.length > seats)',
    foundBy: ['apps/server/test/voice/voiceRooms.test.ts'],
  },
  {
    file: 'apps/server/src/voice/checkAccess.ts',
    right: "if (!sameAddress(session.address, as)) return { refusal: 'other-wallet' }",
    wrong: '',
    foundBy: ['apps/server/test/voice/voiceRooms.test.ts'],
  },
  {
    file: 'packages/domain/src/tableMoves.ts',
    right: "    case 'tick':\n      if (move.version !== version.number) return 'changed'",
    wrong: "    case 'tick':",
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'packages/domain/src/tableMoves.ts',
    right: "if (move.base !== version.number) return 'changed'",
    wrong: '',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'packages/domain/src/tableMoves.ts',
    right: 'ready: { ...noTicks.ready, [stamp.by]: isTicked },',
    wrong: 'ready: { ...table.ready, [stamp.by]: isTicked },',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'apps/server/src/tables/tableStore.ts',
    right: "return wallet === guest ? 'guest' : null",
    wrong: "return 'guest'",
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'apps/server/src/tables/tableFeed.ts',
    right: 'saved && saved.entries >= (newest.get(id) ?? 0) ?',
    wrong: 'saved ?',
    foundBy: ['apps/server/test/tables/tableFeed.test.ts'],
  },
  {
    file: 'apps/server/src/tables/presence.ts',
    right: 'renewing = renewing.then(renew)',
    wrong: 'renewing = renewing',
    foundBy: ['apps/server/test/tables/tableStreams.test.ts', 'clears the seats of a server that was killed'],
  },
  {
    file: 'apps/server/src/tables/presence.ts',
    right: 'if (isDoubtful || numUpdatedRows !== expected) await compareRows()',
    wrong: 'if (numUpdatedRows !== expected) await compareRows()',
    foundBy: ['apps/server/test/tables/tableStreams.test.ts', 'stores again who was cleared too early'],
  },
  {
    file: 'apps/server/src/inbox/derivedInbox.ts',
    right: 'else movedNow.delete(id)',
    wrong: '',
    foundBy: ['apps/server/test/inbox/keptInboxes.test.ts'],
  },
  {
    file: 'apps/server/src/sessions/signInMessage.ts',
    right: 'if (textOf(expected) !== message) return refused',
    wrong: '',
    foundBy: ['apps/server/test/sessions/signIn.test.ts'],
  },
  {
    file: 'apps/server/src/sessions/sessionStore.ts',
    right: 'if (taken.numInsertedOrUpdatedRows === 0n) return null',
    wrong: '',
    foundBy: ['apps/server/test/sessions/signIn.test.ts'],
  },
  {
    file: 'apps/web/src/features/voice/call/Signalling.ts',
    right: "answer.refusal === 'full' && lead !== null",
    wrong: "answer.refusal === 'malformed' && lead !== null",
    foundBy: ['e2e/specs/voice.spec.ts', 'a ninth is led'],
  },
  {
    file: 'docs/faults.md',
    right: '*every route breaks none of it, and carries every header*',
    wrong: '*no route breaks any of it*',
    foundBy: ['tools/test/faultsPage.test.ts'],
  },
  {
    file: 'deploy/newcomer.sh',
    right: 'npm run --silent build --',
    wrong: 'npm run --silent build-it --',
    foundBy: ['tools/test/newcomer.test.ts'],
  },
  {
    file: 'apps/web/src/ui/Picture.css',
    right: '    aspect-ratio: 1;\n    object-fit: cover;',
    wrong: '    object-fit: cover;',
    foundBy: ['e2e/specs/offer-document.spec.ts', 'stays in its place'],
  },
  {
    // A 50 ms read of a hundred megabytes in each request for an offer that isn't answered ready.
    file: 'apps/server/src/offers/offerHandlers.ts',
    right:
      '        return { status: 200, body: { success: true, offer: offerToWire(found.offer) }, about: found.offer.id }',
    wrong:
      "        process.getBuiltinModule('node:fs').readFileSync(process.execPath)\n        return { status: 200, body: { success: true, offer: offerToWire(found.offer) }, about: found.offer.id }",
    foundBy: ['apps/server/test/http/nothingBlocks.test.ts'],
  },
]
