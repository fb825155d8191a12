/** As messages name it. */
export const baselineFile = 'contracts/proof/rules/baseline.ts'

/** Rules about style or gas that we don't follow, with the reason. The others stay on. */
const taste: Readonly<Record<string, string>> = {
  'code-complexity': 'A limit of seven branches; OfferTerms has a function with eight.',
  'comprehensive-interface': 'SwapEscrow implements ISwapEscrow, which the compiler checks; `override` is not needed.',
  'foundry-test-function-naming': 'For test contracts, which src does not have.',
  'foundry-test-functions': 'For test contracts, which src does not have.',
  'func-named-parameters': 'Named arguments repeat the names of the variables passed.',
  'gas-increment-by-one': '`position++` is used for its value before.',
  'gas-indexed-events': 'The interface fixes which arguments are indexed.',
  'gas-length-in-loops': 'The lists are in memory or calldata, where the length costs 3 gas.',
  'gas-multitoken1155': 'The escrow is for ERC-721.',
  'gas-named-return-values': 'Names say what comes back; the optimizer makes both forms the same code.',
  'gas-strict-inequalities': 'Costs 3 gas; the sentence would read worse.',
  'immutable-vars-naming': '`maxFee` is a function of the interface.',
  'import-path-check': "solhint does not know foundry.toml's remappings; the compiler does.",
  'imports-order': 'Imports are ordered by path.',
  'max-line-length': 'forge fmt breaks lines at 120.',
  ordering: 'Functions are ordered by what they belong to.',
  'private-vars-leading-underscore': 'Private constants and variables are named like all others.',
  'screaming-snake-case-immutable': '`maxFee` is a function of the interface.',
  'unwrapped-modifier-logic': 'Wrapping the guard in a function costs gas in every call.',
  'use-natspec': 'What functions promise is documented in ISwapEscrow; the compiler checks its tags.',
}

export const tasteRules: ReadonlySet<string> = new Set(Object.keys(taste))

/** Reviewed findings, each with the reason why it may stay. */
export interface Triaged {
  readonly rule: string
  readonly reason: string
  /** The number of findings, by `file: text of the line`. */
  readonly places: Readonly<Record<string, number>>
}

export const triaged: readonly Triaged[] = [
  {
    rule: 'block-timestamp',
    reason: 'The same as not-rely-on-time.',
    places: {
      'src/SwapEscrow.sol: if (block.timestamp < openFrom) revert TooEarlyToSendHome(offerId, openFrom, block.timestamp);': 1,
      'src/SwapEscrow.sol: if (block.timestamp <= expiresAt) revert OfferNotExpired(offerId, expiresAt, block.timestamp);': 1,
      'src/SwapEscrow.sol: if (block.timestamp > blob.expiresAtOf()) _refuseExpired(offerId, blob);': 2,
    },
  },
  {
    rule: 'incorrect-shift',
    reason: '`1 << n` is meant: a bit by its number.',
    places: {
      'src/OfferBlob.sol: if (nfts[i] == nft && ids[i] == id) return 1 << i;': 1,
      'src/OfferStatus.sol: word.bits = (word.bits & ~(3 << shift)) | (status << shift);': 1,
      'src/Returning.sol: if (_isHere(run.nftOf(), run.idOf(ids, i), gasCap)) kept |= 1 << i;': 1,
      'src/Returning.sol: uint256 whole = (1 << count) - 1;': 1,
      'src/Settings.sol: return Settings.unwrap(settings) & ((1 << PAUSED_BIT) | (1 << SPENT_BIT)) == 0;': 2,
      'src/Settings.sol: return Settings.unwrap(settings) & (1 << PAUSED_BIT) != 0;': 1,
      'src/Settings.sol: return Settings.wrap(Settings.unwrap(settings) + (1 << OFFERS_BIT));': 1,
      'src/Settings.sol: return Settings.wrap(paused ? others | (1 << PAUSED_BIT) : others);': 1,
      'src/SwapEscrow.sol: uint256 private constant ALL = (1 << OfferTerms.MAX_NFTS_PER_SIDE) - 1;': 1,
    },
  },
  {
    rule: 'no-inline-assembly',
    reason:
      'Packed terms, calls whose answers are not copied, and gas goals. Every block is memory-safe, is compared with the model, and has its bytes mutated.',
    places: {
      'src/Erc721Calls.sol: assembly ("memory-safe") {': 8,
      'src/EscrowCoins.sol: assembly ("memory-safe") {': 1,
      'src/EscrowOwner.sol: assembly ("memory-safe") {': 1,
      'src/Lists.sol: assembly ("memory-safe") {': 4,
      'src/OfferBlob.sol: assembly ("memory-safe") {': 12,
      'src/OfferId.sol: assembly ("memory-safe") {': 2,
      'src/OfferPacking.sol: assembly ("memory-safe") {': 3,
      'src/OfferRun.sol: assembly ("memory-safe") {': 3,
      'src/OfferStatus.sol: assembly ("memory-safe") {': 1,
      'src/OfferTerms.sol: assembly ("memory-safe") {': 1,
    },
  },
  {
    rule: 'no-unused-import',
    reason: 'It is used, in assembly, which solhint does not read.',
    places: {
      'src/OfferPacking.sol: import {OfferRun, RUN_HEADER_BYTES, runHeader} from "./OfferRun.sol";': 1,
    },
  },
  {
    rule: 'not-rely-on-time',
    reason:
      'Offers end by block time, which a validator can shift by seconds; docs/security.md says so, and a deal does not depend on seconds.',
    places: {
      'src/OfferCreation.sol: _emitMany(tokenAContracts, tokenAIds, tokenBContracts, tokenBIds, offer, block.timestamp + duration);': 1,
      'src/OfferCreation.sol: blob.seal(offeredSide, msg.sender, recipient, block.timestamp + durationS);': 1,
      'src/OfferCreation.sol: blob.sealWithCoins(kind, a.coins, b.coins, msg.sender, accepts, block.timestamp + duration);': 1,
      'src/OfferCreation.sol: emit SwapOfferWithCoinsCreated(offerId, msg.sender, accepts, a, b, block.timestamp + duration);': 1,
      'src/OfferCreation.sol: offerId, msg.sender, recipient, tokenA, tokenIdA, tokenB, tokenIdB, block.timestamp + duration': 1,
      'src/SwapEscrow.sol: if (block.timestamp < openFrom) revert TooEarlyToSendHome(offerId, openFrom, block.timestamp);': 2,
      'src/SwapEscrow.sol: if (block.timestamp <= expiresAt) revert OfferNotExpired(offerId, expiresAt, block.timestamp);': 2,
      'src/SwapEscrow.sol: if (block.timestamp > blob.expiresAtOf()) _refuseExpired(offerId, blob);': 2,
      'src/SwapEscrow.sol: revert OfferExpired(offerId, blob.expiresAtOf(), block.timestamp);': 1,
    },
  },
  {
    rule: 'unsafe-typecast',
    reason: 'The cast is meant to cut: the field is as wide as the type.',
    places: {
      'src/Custody.sol: before = uint32(numbers >> shift);': 1,
      'src/OfferId.sol: blob = address(bytes20(id));': 1,
      'src/Settings.sol: return uint32(Settings.unwrap(settings) >> OFFERS_BIT);': 1,
    },
  },
]
