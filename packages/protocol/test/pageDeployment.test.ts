import { describe, expect, it } from 'vitest'
import { NoDeploymentBlockError, pageDeploymentIn, withPageDeployment, type PageDeployment } from '../src/index.ts'

const html = '<head><script type="application/json" id="deployment">null</script><script>first()</script></head>'
const deployment: PageDeployment = {
  network: 'local',
  chainId: 43114,
  chainName: 'A $& chain',
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  explorerUrl: null,
  rpcUrls: ['http://127.0.0.1:8545'],
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  escrows: [{ address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', codeHash: `0x${'0a'.repeat(32)}`, fromBlock: 1 }],
  collections: [
    {
      key: 'odd',
      name: '</script><script>alert(1)</script>',
      address: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
      discovery: { kind: 'enumerable' },
    },
  ],
}

describe('given the document of a built page', () => {
  it('says what it is built for, and can be built for something else', () => {
    expect(pageDeploymentIn(html)).toBeNull()
    const bound = withPageDeployment(html, deployment)
    expect(pageDeploymentIn(bound)).toEqual(deployment)
    const other = { ...deployment, chainId: 43113 }
    expect(pageDeploymentIn(withPageDeployment(bound, other))).toEqual(other)
  })

  it('is given no element by what a collection is called', () => {
    expect(withPageDeployment(html, deployment).match(/<script/g)).toHaveLength(2)
  })

  it('is refused where it has no place for a deployment', () => {
    expect(() => withPageDeployment('<head></head>', deployment)).toThrow(NoDeploymentBlockError)
    expect(pageDeploymentIn('<head></head>')).toBeNull()
  })
})
