import { describe, expect, it } from 'vitest'
import { PictureError } from '../../src/images/PictureError.ts'
import { sniffImageType } from '../../src/images/imageLimits.ts'
import { parseAssetUri } from '../../src/images/net/createAssetReader.ts'
import { photo, svgs } from './pictureFixtures.ts'

const v0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
const v1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const tx = 'aB3_-9kLmN0pQrStUvWxYz1234567890abcdefghijk'

const onIpfs: [string, string, string][] = [
  ['ipfs://CID', `ipfs://${v0}`, v0],
  ['ipfs://CID/path', `ipfs://${v0}/12.json`, `${v0}/12.json`],
  ['ipfs://ipfs/CID', `ipfs://ipfs/${v0}/12`, `${v0}/12`],
  ['a version 1 CID', `ipfs://${v1}/a/b.png`, `${v1}/a/b.png`],
  ['a scheme in capitals', `IPFS://${v0}/1`, `${v0}/1`],
  ['a bare CID', v0, v0],
  ['a bare CID with a path', `${v1}/7.json`, `${v1}/7.json`],
  ['a path /ipfs/CID', `/ipfs/${v0}/7`, `${v0}/7`],
  ['ipfs/CID', `ipfs/${v0}/7`, `${v0}/7`],
  ['spaces around', `  ipfs://${v0}/1.png \n`, `${v0}/1.png`],
  ['a space in a file name', `ipfs://${v0}/my ape.png`, `${v0}/my%20ape.png`],
  ['an encoded space', `ipfs://${v0}/my%20ape.png`, `${v0}/my%20ape.png`],
  ['a hash sign in a file name', `ipfs://${v0}/ape #3.png`, `${v0}/ape%20%233.png`],
  ['a query', `ipfs://${v0}/1.png?ext=png`, `${v0}/1.png?ext=png`],
  ['a gateway by path', `https://gateway.pinata.cloud/ipfs/${v0}/1.png`, `${v0}/1.png`],
  ['a gateway of a project', `https://ape.mypinata.cloud/ipfs/${v0}/1.png`, `${v0}/1.png`],
  ['a gateway by subdomain', `https://${v1}.ipfs.dweb.link/1.png`, `${v1}/1.png`],
]

describe('given a URI on IPFS', () => {
  it.each(onIpfs)('as %s, it names the content', (_, uri, path) => {
    expect(parseAssetUri(uri)).toMatchObject({ kind: 'ipfs', path })
  })

  it("keeps a project's own gateway as a place to ask", () => {
    const uri = `https://ape.mypinata.cloud/ipfs/${v0}/1.png`
    expect(parseAssetUri(uri)).toMatchObject({ alternative: new URL(uri) })
  })
})

describe('given a URI on Arweave', () => {
  it.each([
    ['ar://ID', `ar://${tx}`, tx],
    ['ar://ID/path', `ar://${tx}/5.json`, `${tx}/5.json`],
    ['arweave.net/ID', `https://arweave.net/${tx}/5.json`, `${tx}/5.json`],
  ])('as %s, it names the content', (_, uri, path) => {
    expect(parseAssetUri(uri)).toMatchObject({ kind: 'arweave', path })
  })
})

describe('given a web address', () => {
  it.each([
    ['https://example.org/1.json', 'https://example.org/1.json'],
    ['http://example.org/1.json', 'http://example.org/1.json'],
    [' https://example.org/my ape.png ', 'https://example.org/my%20ape.png'],
    ['https://example.org/ipfs/readme', 'https://example.org/ipfs/readme'],
  ])('%s is asked for as it is', (uri, href) => {
    expect(parseAssetUri(uri)).toEqual({ kind: 'web', url: new URL(href) })
  })
})

const json = '{"name":"Ä #1"}'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100%"><rect fill="#f00"/></svg>'
const jsonAround = `{"name":"Ä #1","image":"data:image/svg+xml;utf8,${encodeURIComponent(svg)}"}`
const inline: [string, string, string][] = [
  ['JSON in base64', `data:application/json;base64,${Buffer.from(json).toString('base64')}`, json],
  [
    'JSON in base64 with a charset',
    `data:application/json;charset=utf-8;base64,${Buffer.from(json).toString('base64')}`,
    json,
  ],
  [
    'JSON in base64 without padding',
    `data:application/json;base64,${Buffer.from(json).toString('base64').replaceAll('=', '')}`,
    json,
  ],
  ['plain JSON', `data:application/json,${json}`, json],
  ['JSON marked utf8', `data:application/json;utf8,${json}`, json],
  ['plain JSON around an encoded picture', `data:application/json;utf8,${jsonAround}`, jsonAround],
  ['JSON percent-encoded', `data:application/json,${encodeURIComponent(json)}`, json],
  ['SVG in base64', `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, svg],
  ['SVG marked utf8, unescaped', `data:image/svg+xml;utf8,${svg}`, svg],
  ['SVG percent-encoded', `data:image/svg+xml,${encodeURIComponent(svg)}`, svg],
  ['spaces and capitals', `  DATA:image/svg+xml;BASE64,${Buffer.from(svg).toString('base64')}`, svg],
  ['bare SVG', svg, svg],
]

describe('given content inside the URI', () => {
  it.each(inline)('as %s, it is read', (_, uri, text) => {
    const source = parseAssetUri(uri)
    expect(source.kind === 'inline' && new TextDecoder().decode(source.bytes)).toBe(text)
  })

  it('refuses fifty megabytes', () => {
    const uri = `data:image/png;base64,${'A'.repeat(50_000_000)}`
    expect(() => parseAssetUri(uri)).toThrow(new PictureError('tooLarge', 'data:'))
  })
})

describe('given what is no place of an asset', () => {
  it.each([
    ['nothing', '', 'badUri'],
    ['words', 'coming soon', 'badUri'],
    ['a climb out of the folder', `ipfs://${v0}/../../etc/passwd`, 'badUri'],
    ['an encoded climb', `ipfs://${v0}/%2e%2e/%2e%2e/secret`, 'badUri'],
    ['a climb hidden in a segment', `ipfs://${v0}/..%2f..%2fsecret`, 'badUri'],
    ['a climb in place of the id', 'ipfs://../api/v0/config', 'badUri'],
    ['an id that is none', 'ipfs://localhost/x', 'badUri'],
    ['an Arweave id that is none', 'ar://short', 'badUri'],
    ['data without a comma', 'data:image/png;base64', 'badUri'],
    ['a file', 'file:///etc/passwd', 'refused'],
    ['FTP', 'ftp://example.org/1.png', 'refused'],
    ['gopher', 'gopher://127.0.0.1:25/x', 'refused'],
    ['a script', 'javascript:alert(1)', 'refused'],
    ['a very long address', `https://example.org/${'a'.repeat(5000)}`, 'badUri'],
  ])('like %s, it is refused', (_, uri, problem) => {
    expect(() => parseAssetUri(uri)).toThrow(expect.objectContaining({ problem }))
  })
})

/** A `ftyp` box that says it is this long. */
function ftyp(boxBytes: number, brands: readonly string[], firstByte = 0): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(boxBytes)
  head[0] = firstByte
  head.write('ftyp', 4)
  const [major = '', ...compatible] = brands
  return Buffer.concat([head, Buffer.from(`${major}\0\0\0\0${compatible.join('')}`, 'latin1'), Buffer.alloc(64)])
}

describe('given the first bytes of a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('knows a real %s', async (format) => {
    expect(sniffImageType(await photo(16, 16, format))).toBe(`image/${format}`)
  })

  it('knows AVIF by its major brand or a compatible one', () => {
    expect(sniffImageType(ftyp(24, ['avif', 'mif1', 'miaf']))).toBe('image/avif')
    expect(sniffImageType(ftyp(28, ['mif1', 'mif1', 'avif', 'miaf']))).toBe('image/avif')
    expect(sniffImageType(ftyp(16, ['avis']))).toBe('image/avif')
  })

  it.each([
    ['is longer than any', ftyp(68, ['avif', 'mif1'])],
    ['is shorter than its brand', ftyp(12, ['avif'])],
    ['is no multiple of four', ftyp(18, ['avif'])],
    ['has a first byte above zero', ftyp(24, ['avif', 'mif1'], 60)],
    ['has no brand of AVIF', ftyp(24, ['heic', 'mif1'])],
    ['has its brand in place of the version', Buffer.concat([ftyp(16, ['heic']).subarray(0, 12), Buffer.from('avif')])],
    ['breaks off', ftyp(16, ['avif']).subarray(0, 12)],
  ])('takes nothing for AVIF whose ftyp box %s', (_, bytes) => {
    expect(sniffImageType(bytes)).toBeUndefined()
  })

  it('takes a drawing for one, whatever its comments say', () => {
    expect(sniffImageType(Buffer.from(`<!--ftypavif-->${svgs.plain}`))).toBe('image/svg+xml')
    expect(sniffImageType(Buffer.from(`\uFEFF<?xml version="1.0"?>${svgs.plain}`))).toBe('image/svg+xml')
    expect(sniffImageType(Buffer.from(svgs.plain, 'utf16le'))).toBeUndefined()
  })
})
