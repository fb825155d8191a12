/** Made by `pnpm pictures`: how large each picture is on the page, in CSS pixels. */
export const pictureSizes = {
  table: { width: 1256, height: 740 },
  pick: { width: 600, height: 480 },
  approve: { width: 422, height: 337 },
  offer: { width: 1256, height: 724 },
  checks: { width: 1216, height: 430 },
  recover: { width: 1216, height: 263 },
} as const
