/** What an operator calls the product, and how it looks. */
export const brandSettings = {
  title: 'Name and look',
  settings: [
    {
      name: 'SUPPORT_URL',
      otherwise: 'none',
      meaning:
        'Where Help leads people who find no answer there, like `https://help.swap.example` or `mailto:help@swap.example`. Read by `pnpm build`.',
    },
  ],
} as const
