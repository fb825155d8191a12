import { alert, inline } from '../entry.ts'

/** The ten steps of creating an offer, as the page lists them; other flows have some of them. */
export const stepMessages = {
  stepValidate: inline('Checking the deal'),
  stepOwnership: inline('Checking who owns the NFTs'),
  stepApproval: inline('Checking approvals'),
  stepFee: inline('Reading the platform fee'),
  stepSend: inline('Waiting for your wallet'),
  stepReceipt: inline('Waiting for the network'),
  stepOfferId: inline("Reading the offer's id"),
  stepRecord: inline('Saving the offer'),
  stepSuccess: inline('Done'),
  stepRefresh: inline('Refreshing your lists'),
}

/** The tracker of transactions. */
export const transactionMessages = {
  transactionUnderWay: alert(
    'A transaction for this is already under way. Wait until it has ended, or see under Transactions what it is waiting for.',
  ),
}
