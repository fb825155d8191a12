/** Two hands of a seal, in one line: the wallet's own mark. */
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#7c4a00"/><path d="M8 12h16v10H8z" fill="#f8e7c2"/><path d="M8 15h16" stroke="#7c4a00" stroke-width="2"/><circle cx="20" cy="19" r="1.6" fill="#7c4a00"/></svg>'

export const demoWalletIcon = `data:image/svg+xml;base64,${btoa(drawing)}` as const
