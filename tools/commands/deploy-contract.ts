import { deployContract } from '../../contracts/deploy/deployContract.ts'

/** `pnpm deploy:contract --network fuji|avalanche|local`; docs/deploying.md lists the options. */
await deployContract()
