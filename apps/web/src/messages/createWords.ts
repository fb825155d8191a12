/** Words of the create page. */
export const createWords = {
  createTitle: 'Create an offer',
  createLead: 'One step at a time. Anything you picked on the Swap page is already here.',
  createConnect: 'You need a wallet to create an offer',
  createRedirect: (seconds: number) =>
    `Taking you to the main page in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  stepPick: 'Choose what you give',
  stepFriend: 'Choose what you get',
  stepApprove: 'Approve your collections',
  stepSign: 'Review and sign',
} as const
