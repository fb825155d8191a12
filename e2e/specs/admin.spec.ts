import { AxeBuilder } from '@axe-core/playwright'
import type { PageDeployment } from '@parley/testkit'
import type { Page } from '@playwright/test'
import { encodeFunctionData, getAddress, parseAbi, parseEther, type Address } from 'viem'
import { builtOtherwise } from '../fixtures/builtOtherwise.ts'
import type { Person } from '../fixtures/Person.ts'
import { painted } from '../fixtures/painted.ts'
import { expect, test } from '../fixtures/test.ts'
import { SwapScreen } from '../screens/SwapScreen.ts'

const adminPath = '/admin-panel-parley-owner-only'

/** Opens the panel with a wallet that this browser already knows. */
async function openPanel(person: Person): Promise<Page> {
  await person.visit(adminPath)
  await expect(person.page.getByRole('heading', { name: 'Fee management' })).toBeVisible()
  return person.page
}

async function expectAlert(page: Page, words: string | RegExp): Promise<void> {
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText(words)
  await alert.getByRole('button').first().click()
  await expect(alert).toBeHidden()
}

const seeToast = (page: Page, words: string) => new SwapScreen(page).seeToast(words)
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Presses a button with a confirmation, checks the consequences it lists, and confirms. */
async function agree(page: Page, name: string, words: string | RegExp, answer = name): Promise<void> {
  await press(page, name)
  const question = page.getByRole('dialog')
  await expect(question).toContainText(words)
  await question.getByRole('button', { name: answer, exact: true }).click()
  await expect(question).toBeHidden()
}
/** Presses a button marked as disabled, which stays reachable by keyboard. */
const pressDisabled = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/^Only /)
  await button.press('Enter')
}
const fee = (page: Page) => page.getByRole('spinbutton', { name: 'NEW FEE' })

test.describe('given a visitor without a wallet', () => {
  test('asks for one first', async ({ page, world }) => {
    await page.goto(world.url + adminPath)
    await expect(page.getByRole('region', { name: 'Who is asking?' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Fee management' })).toHaveCount(0)
  })
})

test.describe('given the owner', () => {
  test('shows what the contract is; refuses every fee that is none, and tells the ceiling; changes the fee: before and after shown, its step kept, logged for all; withdraws the fees, and says when there are none [says panelOwner, adminFeeInvalid, adminFeeAbove, adminFeeDone, adminWithdrawDone, adminNoFees]', async ({
    world,
    seat,
    cast,
  }) => {
    const [alice, bob] = [await cast.member('dokyo'), await cast.member('hoppers')]
    await cast.approve(alice, ...alice.nfts)
    await cast.offer(alice, alice.nfts, bob.nfts)
    const owner = await seat(world.wallets.deployer.account.address)
    const page = await openPanel(owner)
    await expect(page.locator('.intro').getByText('Owner', { exact: true })).toBeVisible()
    await expect(page.getByText('Not Owner')).toHaveCount(0)
    const info = section(page, 'Contract info')
    for (const words of [
      world.escrow,
      'Platform fee0.01 AVAX',
      'Fee ceiling0.05 AVAX',
      'OwnerYou',
      'Pending ownerNobody',
    ])
      await expect(info).toContainText(words)
    await expect(section(page, 'What the owner did')).toContainText('Ownership passed to')
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    expect((await painted(page, () => axe.analyze())).violations).toEqual([])

    for (const text of ['', 'abc', '1e3', '-0.01', '0,01', '0.0000000000000000001', '0x1']) {
      await fee(page).fill(text)
      await press(page, 'Update Fee')
      await expectAlert(page, 'Please enter a valid fee amount')
    }
    await fee(page).fill('0.051')
    await press(page, 'Update Fee')
    await expectAlert(page, 'The fee may not be above 0.05 AVAX')
    expect(owner.wallet.sentTransactions()).toEqual([])

    await fee(page).fill('0.02')
    await fee(page).press('ArrowUp')
    await expect(fee(page)).toHaveValue('0.021')
    await expect(section(page, 'Fee management')).toContainText('Now0.01 AVAXAfter0.021 AVAX')
    await agree(page, 'Update Fee', 'Everyone pays 0.021 AVAX instead of 0.01 AVAX')
    await seeToast(page, 'Fee updated')
    await expect(info).toContainText('Platform fee0.021 AVAX')
    await expect(section(page, 'What the owner did')).toContainText('Fee changed from 0.01 AVAX to 0.021 AVAX')
    // The action clears the field when it ends.
    await expect(fee(page)).toHaveValue('')
    await fee(page).fill('0.01')
    await agree(page, 'Update Fee', 'Everyone pays 0.01 AVAX instead of 0.021 AVAX')
    await expect(info).toContainText('Platform fee0.01 AVAX')

    await agree(page, 'Withdraw Fees', `The contract’s fees go to the owner, ${owner.address}`)
    await seeToast(page, 'Fees withdrawn')
    await expect(info).toContainText('Contract balance0 AVAX')
    await press(page, 'Withdraw Fees')
    await expectAlert(page, 'No fees to withdraw. Contract balance is 0')
  })

  test('leads to the verified source and to every transaction where the network has an explorer', async ({
    world,
    seat,
  }) => {
    const owner = await seat(world.wallets.deployer.account.address)
    const { page } = owner
    const explored = (built: PageDeployment): PageDeployment => ({ ...built, explorerUrl: 'https://explorer.example' })
    await builtOtherwise(world, explored, async () => void (await openPanel(owner)))
    await expect(page.getByRole('link', { name: 'Verify on the explorer' })).toHaveAttribute(
      'href',
      `https://explorer.example/address/${getAddress(world.escrow)}#code`,
    )
    for (const address of [getAddress(world.escrow), world.wallets.deployer.account.address])
      await expect(page.locator(`.admin a[href="https://explorer.example/address/${address}"]`).first()).toBeVisible()
    const rows = section(page, 'What the owner did').locator('tbody tr')
    await expect(rows.first().getByRole('link')).toHaveAttribute('href', /^https:\/\/explorer\.example\/tx\/0x/)
  })

  test('recovers an NFT that came by mistake, and nothing else [says adminRecoveryIncomplete, adminContractInvalid, adminTokenInvalid, adminNotHeld, adminUnreadable, adminRecoveryDone]', async ({
    world,
    seat,
    cast,
  }) => {
    const [alice, bob] = [await cast.member('dokyo', 'steady', 'aso'), await cast.member('hoppers')]
    const [offered, stray, kept] = alice.nfts
    if (!offered || !stray || !kept) throw new Error('Alice was given too little')
    await cast.approve(alice, offered)
    const offerId = await cast.offer(alice, [offered], bob.nfts)
    await cast.transfer(alice, world.escrow, stray)
    const page = await openPanel(await seat(world.wallets.deployer.account.address))
    const contract = page.getByRole('textbox', { name: 'CONTRACT ADDRESS' })
    const token = page.getByRole('textbox', { name: 'TOKEN ID' })

    await press(page, 'Recover NFT')
    await expectAlert(page, 'Please enter both the contract address and the token ID')
    await contract.fill('0x1234')
    await token.fill('1')
    await press(page, 'Recover NFT')
    await expectAlert(page, 'Please enter a valid contract address')
    await contract.fill(stray.contract)
    for (const text of ['0x1f', '1 2', '-1', 'abc', '9'.repeat(78), '1.5']) {
      await token.fill(text)
      await press(page, 'Recover NFT')
      await expectAlert(page, 'Invalid token ID')
    }
    await contract.fill(kept.contract)
    await token.fill(String(kept.tokenId))
    await press(page, 'Recover NFT')
    await expectAlert(page, 'NFT recovery failed: The contract does not own this NFT')
    // A token that does not exist, with an id of 78 digits.
    await token.fill((2n ** 256n - 1n).toString())
    await press(page, 'Recover NFT')
    await expectAlert(page, 'NFT recovery failed: The contract does not own this NFT')

    // An address without a collection.
    await contract.fill(alice.address)
    await press(page, 'Recover NFT')
    await expectAlert(page, 'The collection didn’t say who owns this NFT.')

    await contract.fill(offered.contract)
    await token.fill(String(offered.tokenId))
    await press(page, 'Recover NFT')
    const held = page.getByRole('alert').filter({ hasText: 'is held by offer' })
    await expect(held).toContainText('Its creator gets it back by cancelling the offer')
    await expect(held.getByRole('link')).toHaveAttribute('href', `/p2p/${offerId}`)
    expect(await cast.ownerOf(offered)).toBe(world.escrow)

    await contract.fill(stray.contract)
    await token.fill(String(stray.tokenId))
    await agree(page, 'Recover NFT', `#${stray.tokenId} goes to the owner, 0x`)
    await seeToast(page, 'NFT recovered')
    expect(await cast.ownerOf(stray)).toBe(world.wallets.deployer.account.address)
    await expect(section(page, 'What the owner did')).toContainText(`#${stray.tokenId} recovered to`)
  })

  test('asks before each act that is hard to undo, and sends nothing when told not to; pauses new offers and lets them in again [says adminPauseDone, adminResumeDone]', async ({
    world,
    seat,
    cast,
  }) => {
    const [alice, bob] = [await cast.member('dokyo', 'steady'), await cast.member('hoppers')]
    const [offered, stray] = alice.nfts
    if (!offered || !stray) throw new Error('Alice was given too little')
    await cast.transfer(alice, world.escrow, stray)
    await cast.approve(alice, offered)
    const owner = await seat(world.wallets.deployer.account.address)
    const page = await openPanel(owner)
    await page.getByRole('textbox', { name: 'CONTRACT ADDRESS' }).fill(stray.contract)
    await page.getByRole('textbox', { name: 'TOKEN ID' }).fill(String(stray.tokenId))
    await page.getByRole('textbox', { name: 'NEW OWNER' }).fill(alice.address)
    await agree(page, 'Recover NFT', 'Its sender gets it back only from them', 'Cancel')
    await agree(page, 'Pause New Offers', 'Every offer that exists can still be accepted', 'Cancel')
    await agree(page, 'Propose Owner', 'which you can’t undo', 'Cancel')
    await expect(page.getByRole('button', { name: 'Propose Owner' })).toBeEnabled()
    expect(owner.wallet.sentTransactions()).toEqual([])

    await agree(page, 'Pause New Offers', 'Nobody can create an offer until you allow it again')
    await seeToast(page, 'New offers paused')
    await expect(section(page, 'Contract info')).toContainText('New offersPaused')
    await expect(cast.offer(alice, [offered], bob.nfts)).rejects.toThrow()
    await press(page, 'Allow New Offers')
    await seeToast(page, 'New offers allowed')
    await expect(section(page, 'Contract info')).toContainText('New offersAllowed')
    await cast.offer(alice, [offered], bob.nfts)
    await expect(section(page, 'What the owner did')).toContainText('New offers allowed again')
  })

  test('hands the ownership on in two steps, and takes it back [says adminAddressInvalid, adminProposeDone, adminUnproposeDone, adminNotPending, adminAcceptDone]', async ({
    world,
    seat,
    cast,
  }) => {
    const carol = await cast.member()
    const deployer = world.wallets.deployer
    const page = await openPanel(await seat(deployer.account.address))
    const name = page.getByRole('textbox', { name: 'NEW OWNER' })
    await name.fill('0x12')
    await press(page, 'Propose Owner')
    await expectAlert(page, 'Please enter a valid address')
    for (const again of [false, true]) {
      await name.fill(carol.address)
      await agree(page, 'Propose Owner', `${carol.address} becomes the owner on accepting`)
      await seeToast(page, 'New owner proposed')
      await expect(page.getByText(`${carol.address} is proposed and hasn’t accepted yet.`)).toBeVisible()
      if (again) break
      await press(page, 'Withdraw Proposal')
      await seeToast(page, 'Proposal withdrawn')
    }
    const strangers = await openPanel(await seat((await cast.member()).address))
    await pressDisabled(strangers, 'Accept Ownership')
    await expectAlert(strangers, 'Only the proposed owner can accept the ownership')

    const hers = await openPanel(await seat(carol.address))
    await expect(hers.getByText('You are proposed as the new owner.')).toBeVisible()
    await press(hers, 'Accept Ownership')
    await seeToast(hers, 'Ownership accepted')
    await expect(section(hers, 'Contract info')).toContainText('OwnerYou')
    await expect(page.getByText('Not Owner', { exact: true })).toBeVisible()

    await cast.callEscrow(carol, 'transferOwnership', [deployer.account.address])
    await cast.callEscrow(deployer, 'acceptOwnership')
  })
})

test.describe('given a wallet that does not own the contract', () => {
  test('shows everything and refuses every act in the words for it [says panelNotOwner, adminFeesOwnerOnly, adminNotTheOwner, adminRecoveryOwnerOnly]', async ({
    world,
    seat,
    cast,
  }) => {
    const alice = await cast.member()
    const person = await seat(alice.address)
    const page = await openPanel(person)
    await expect(page.getByText('Not Owner', { exact: true })).toBeVisible()
    await expect(section(page, 'What the owner did')).toContainText('Ownership passed to')
    await expect(page.getByText('Only the owner can do this.')).toHaveCount(5)
    await expect(fee(page)).not.toBeEditable()
    await pressDisabled(page, 'Update Fee')
    await expectAlert(page, 'Only the contract owner can update fees')
    await pressDisabled(page, 'Withdraw Fees')
    await expectAlert(page, `You are not the contract owner. The owner is ${world.wallets.deployer.account.address}.`)
    await pressDisabled(page, 'Recover NFT')
    await expectAlert(page, 'Only the contract owner can perform emergency recovery')
    await pressDisabled(page, 'Pause New Offers')
    await expectAlert(page, 'You are not the contract owner.')
    expect(person.wallet.sentTransactions()).toEqual([])
  })

  test('shows the refusal of the contract where the page does not know better', async ({ world, seat, cast }) => {
    const { deployer } = world.wallets
    const carol = await cast.member()
    const person = await seat(deployer.account.address)
    // This page gets no event about the new owner, so its own check lets the action through.
    await person.context.route('**/api/events*', (route) => route.abort())
    const page = await openPanel(person)
    await cast.callEscrow(deployer, 'transferOwnership', [carol.address])
    await cast.callEscrow(carol, 'acceptOwnership')
    await fee(page).fill('0.02')
    await agree(page, 'Update Fee', 'Everyone pays 0.02 AVAX instead of 0.01 AVAX')
    const owner = `${carol.address.slice(0, 6)}…${carol.address.slice(-4)}`
    await expectAlert(page, `The contract wasn’t changed: Only the contract owner (${owner}) can do this.`)
    expect(person.wallet.sentTransactions()).toEqual([])
    await cast.callEscrow(carol, 'transferOwnership', [deployer.account.address])
    await cast.callEscrow(deployer, 'acceptOwnership')
  })
})

const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
const callerAbi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'function aggregate(Call[] calls) payable returns (uint256, bytes[])',
])
const escrowAbi = parseAbi([
  'function updateFee(uint256 newFee)',
  'function withdrawFees()',
  'function acceptOwnership()',
  'function transferOwnership(address newOwner)',
])

test.describe('given a contract that owns the contract', () => {
  test('says so, and gives each act as address, value and call data', async ({ world, seat, cast }) => {
    const { deployer } = world.wallets
    const { client } = world.chain
    const alice = await cast.member()
    const throughContract = async (callData: `0x${string}`) => {
      const args = [[{ target: world.escrow, callData }]] as const
      const hash = await client.sendTransaction({
        account: deployer.account.address,
        chain: client.chain,
        to: multicall,
        data: encodeFunctionData({ abi: callerAbi, functionName: 'aggregate', args }),
      })
      await client.waitForTransactionReceipt({ hash })
    }
    await cast.callEscrow(deployer, 'transferOwnership', [multicall])
    const page = await openPanel(await seat(alice.address))
    const acceptance = encodeFunctionData({ abi: escrowAbi, functionName: 'acceptOwnership' })
    await expect(page.getByRole('group', { name: 'To accept the ownership: the call, to copy' })).toContainText(
      acceptance,
    )
    await throughContract(acceptance)
    await expect(page.getByText('The owner is a contract, such as a multisig')).toBeVisible()
    await fee(page).fill('0.02')
    const call = section(page, 'Fee management').getByRole('group', { name: 'The call, to copy' })
    const data = encodeFunctionData({ abi: escrowAbi, functionName: 'updateFee', args: [parseEther('0.02')] })
    await expect(call).toContainText(getAddress(world.escrow))
    await expect(call).toContainText('Value0')
    await expect(call).toContainText(data)
    await expect(section(page, 'Withdraw fees')).toContainText(
      encodeFunctionData({ abi: escrowAbi, functionName: 'withdrawFees' }),
    )
    // The copied call data works.
    await throughContract(data)
    await expect(section(page, 'Contract info')).toContainText('Platform fee0.02 AVAX')

    await throughContract(encodeFunctionData({ abi: escrowAbi, functionName: 'updateFee', args: [parseEther('0.01')] }))
    const back: Address = deployer.account.address
    await throughContract(encodeFunctionData({ abi: escrowAbi, functionName: 'transferOwnership', args: [back] }))
    await cast.callEscrow(deployer, 'acceptOwnership')
  })
})
