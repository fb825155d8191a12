/** Made by `pnpm pictures`: how large each picture is on the page, in CSS pixels. */
export const pictureSizes = {
  table: { width: 1256, height: 809 },
  pick: { width: 600, height: 480 },
  approve: { width: 422, height: 406 },
  offer: { width: 1256, height: 703 },
  checks: { width: 1216, height: 430 },
  recover: { width: 1216, height: 289 },
} as const
