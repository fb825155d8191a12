import { act, render, waitFor } from '@testing-library/react'
import { createApiClient } from '@parley/protocol'
import { erc721Abi, toFunctionSelector } from 'viem'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { useOwners } from '../src/features/holdings/useOwners.ts'
import { useFee } from '../src/features/offers/useFee.ts'
import { useOnChainCheck } from '../src/features/offers/useOffer.ts'
import { createSession } from '../src/services/openSession.ts'
import { nobodysConfig } from './given/nobodysConfig.ts'
import { Surroundings } from './given/Surroundings.tsx'
import { offered } from './text/givenLists.ts'
import { places } from './text/room.tsx'

const offer = offered()
const ownerOf = toFunctionSelector(
  erc721Abi.find((entry) => entry.type === 'function' && entry.name === 'ownerOf') ?? '',
)

describe('given an offer’s page that has just been drawn', () => {
  it('asks the chain about the offer at once, and about owners and fee in the next task', async () => {
    const session = createSession(nobodysConfig(), createApiClient(''))
    const asked: string[] = []
    const request = (question: { method: string; params?: unknown }) => {
      asked.push(JSON.stringify(question.params ?? question.method))
      return new Promise<never>(() => undefined)
    }
    Object.assign(session.chain, { request })
    function Facts(): ReactNode {
      useOwners(offer.offered)
      useFee(offer.escrow)
      return null
    }
    function Page(): ReactNode {
      useOnChainCheck(offer)
      return <Facts />
    }
    render(
      <Surroundings session={session} portal={places.general}>
        <Page />
      </Surroundings>,
    )
    // What a task's own promises do belongs to it.
    await act(async () => undefined)
    const first = asked.join()
    // Its terms are read at one block.
    expect(first).toContain('eth_blockNumber')
    expect(first).not.toContain(ownerOf)
    await waitFor(() => expect(asked.join()).toContain(ownerOf))
  })
})
