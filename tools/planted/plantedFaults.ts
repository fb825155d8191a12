import { gateFaults, type PlantedFault } from './gateFaults.ts'

const escrow = 'contracts/src/SwapEscrow.sol'

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
    right: "pages.sendAll(pages.of([opener, guest]), { type: 'table', table, log })",
    wrong: "pages.sendAll(pages.of([opener]), { type: 'table', table, log })",
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
    file: 'apps/server/src/tables/createTables.ts',
    right: 'return desk.leaveAll(tx, blocked)',
    wrong: 'return null',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  // Locks.
  {
    file: 'apps/server/src/tables/lockTables.ts',
    right: '!hasEnded(offer, chainS) &&\n    isAsAgreed(table, offer)',
    wrong: '!hasEnded(offer, chainS)',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'apps/server/src/tables/lockTables.ts',
    right: 'for (const id of await tablesOfOffer(db.read, offerId)) await desk.refresh(id)',
    wrong: '',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'packages/domain/src/tableMoves.ts',
    right: "?? (isOfferOpen && changesTerms(move) ? 'locked' : null)",
    wrong: '',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  // Drafts.
  {
    file: 'apps/web/src/services/tableStore.ts',
    right: '(sentDraft === null || draft === sentDraft) &&\n      sameDeal(draft.deal, dealFromWire(deal))',
    wrong: 'true',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'apps/web/src/services/tableStore.ts',
    right: 'draft: draft && draft !== sent ? { ...draft, base: options.base + 1 } : null,',
    wrong: 'draft: null,',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'apps/web/src/services/tableStore.ts',
    right: 'draft: line.drafts?.read(as, tableId) ?? null,',
    wrong: 'draft: null,',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  // A sign-out.
  {
    file: 'apps/server/src/sessions/sessionStore.ts',
    right: 'if (!everywhere) return deleteSessions(tx, [session.id])',
    wrong: 'if (!everywhere) return []',
    foundBy: ['testkit/test/tables/seededTables.test.ts'],
  },
  {
    file: 'apps/server/src/voice/checkAccess.ts',
    right: '(await isBlocked(parties)) ?',
    wrong: 'false ?',
    foundBy: ['apps/server/test/voice/voiceRooms.test.ts', 'ends when one of the two blocks the other'],
  },
  {
    file: 'apps/web/src/app/HeaderBell.lazy.tsx',
    right: '  useToldBlocks(inbox)\n',
    wrong: '',
    foundBy: ['apps/web/test/blocks.test.tsx'],
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
    file: 'deploy/Containerfile',
    right: 'USER node\n',
    wrong: '',
    foundBy: ['tools/test/deployFiles.test.ts'],
  },
  {
    // An empty secret, which anyone has, where the file can't be read.
    file: 'deploy/compose/compose.yaml',
    right: '--apisecret="$${secret:?}"',
    wrong: '--apisecret="$$(cat /run/secrets/janus-secret)"',
    foundBy: ['tools/test/composeFiles.test.ts'],
  },
  {
    file: 'deploy/three-servers.sh',
    right: 'MIGRATE=off DATABASE_STANDBYS=1',
    wrong: 'MIGRATE=off DATABASE_STANDBYS=2',
    foundBy: ['tools/test/newcomer.test.ts', 'three servers'],
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
