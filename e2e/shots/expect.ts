import { expect as playwrightExpect } from '@playwright/test'

const waitMs = 240_000

/** A long time-out: pictures are also taken on busy machines, and no test runner sets one. */
export const expect = playwrightExpect.configure({ timeout: waitMs })
