import { isRevert } from '@parley/chain'
import type { Nft } from '@parley/domain'
import { decodeFunctionResult, encodeFunctionData, erc721Abi, type PublicClient } from 'viem'
import { PictureError } from '../PictureError.ts'

/** A data URI with its picture inside can be long; longer than this is an attack on memory. */
const maxAnswerChars = 8 * 1024 * 1024

/** What the contract says about where a token's metadata is. @throws {PictureError} `noToken` or `chain` */
export async function readTokenUri(chain: PublicClient, { contract, tokenId }: Nft): Promise<string> {
  const data = encodeFunctionData({ abi: erc721Abi, functionName: 'tokenURI', args: [tokenId] })
  const answer = await chain
    .request({ method: 'eth_call', params: [{ to: contract, data }, 'latest'] })
    .catch((error: unknown) => {
      throw new PictureError(isRevert(error) ? 'noToken' : 'chain', `${contract}/${tokenId}`, error)
    })
  if (answer.length > maxAnswerChars) throw new PictureError('tooLarge', `${contract}/${tokenId}`)
  try {
    return decodeFunctionResult({ abi: erc721Abi, functionName: 'tokenURI', data: answer })
  } catch (error) {
    throw new PictureError('noToken', `${contract}/${tokenId}`, error)
  }
}
