import type { Collection } from './nft.ts'

/** The supported C-Chain collections, from public sources. Parley's own collection comes from the deployment file. */
export const avalancheCollections: readonly Collection[] = [
  {
    key: 'dokyo',
    name: 'Dokyo',
    address: '0x54C800d2331E10467143911aabCa092d68bF4166',
    discovery: { kind: 'scan', lastId: 5555 },
    burnAddress: '0x000000000000000000000000000000000000dEaD',
  },
  {
    key: 'ferdy-frens',
    name: 'Ferdy Frens',
    address: '0x00BF1594507cCF60B41aD64524D4AbA23B059F4b',
    discovery: { kind: 'scan', lastId: 4999 },
  },
  {
    key: 'steady',
    name: 'Steady',
    address: '0xcdAB7d987f0198EDB440D014ed1E71256A0e3e7A',
    discovery: { kind: 'scan', lastId: 2500 },
  },
  {
    key: 'furks',
    name: 'FURKS',
    address: '0x51033FDc8C3e2C6387Fe1cC15F0c58Dbd31e5971',
    discovery: { kind: 'scan', lastId: 10000 },
  },
  {
    key: 'aso',
    name: 'ASO',
    address: '0x4eaACd1c1B90e534b86525d290e8b6488CD3cB32',
    discovery: { kind: 'scan', lastId: 10000 },
  },
  {
    key: 'the-face-1966',
    name: 'The Face 1966',
    address: '0x3F4BE5A356e66cae7E4944B12CD5A63b969A9540',
    discovery: { kind: 'scan', lastId: 2401 },
    approvalPriorityFeeGwei: 50,
    probeTokenId: 2153,
    pictureTokenId: 2153,
    slowToConfirm: true,
  },
  {
    key: 'chikn',
    name: 'chikn',
    address: '0x8927985B358692815E18F2138964679DcA5d3b79',
    discovery: { kind: 'scan', lastId: 10000 },
  },
  {
    key: 'roostr',
    name: 'Roostr',
    address: '0xCf91B99548b1C17dD1095c0680E20de380635e20',
    discovery: { kind: 'scan', lastId: 12000 },
  },
  {
    key: 'farmland',
    name: 'FarmLand',
    address: '0x00f5D01D86008D14d04E29EFe88DffC75a9cAc47',
    discovery: { kind: 'scan', lastId: 5000 },
  },
  {
    key: 'party-animals',
    name: 'Party Animals',
    address: '0x880Fe52C6bc4FFFfb92D6C03858C97807a900691',
    discovery: { kind: 'enumerable' },
  },
  {
    key: 'madskullz',
    name: 'MadSkullz',
    address: '0x3025C5c2aA6eb7364555aAC0074292195701bBD6',
    discovery: { kind: 'scan', lastId: 6000 },
  },
  {
    key: 'hoppers',
    name: 'Hoppers',
    address: '0x4245a1bD84eB5f3EBc115c2Edf57E50667F98b0b',
    discovery: { kind: 'scan', lastId: 10000 },
  },
  {
    key: 'smol-joes-season-2',
    name: 'Smol Joes Season 2',
    address: '0xB449701A5ebB1D660CB1D206A94f151F5a544a81',
    discovery: { kind: 'enumerable', lastId: 6000 },
  },
  {
    key: 'the-salvors',
    name: 'The Salvors',
    address: '0xCE4Fee23Ab35D0d9A4b6b644881dDD8aDEBeb300',
    discovery: { kind: 'enumerable' },
  },
  {
    key: 'nochillio',
    name: 'nochillio',
    address: '0x204b3EE3f9bDCDe258BA3F74dE76ea8Eedf0A36A',
    discovery: { kind: 'scan', lastId: 1334 },
  },
  {
    key: 'chad-doge',
    name: 'Chad Doge',
    address: '0x357928B721890Ed007142e45502A323827caF812',
    discovery: { kind: 'scan', lastId: 3250 },
  },
  {
    key: 'avax-apes',
    name: 'Avax Apes',
    address: '0x6d5087B3082f73D42a32D85e38BC95dcceDe39Bb',
    discovery: { kind: 'scan', lastId: 10000 },
  },
]

/** The registry entry of Parley's own collection. */
export const ownCollection: Omit<Collection, 'address'> = {
  key: 'parley',
  name: 'Parley',
  discovery: { kind: 'scan', lastId: 10000 },
}
