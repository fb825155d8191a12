import { expect as playwrightExpect } from '@playwright/test'

const waitMs = 240_000

/** A long time-out for busy machines; no test runner sets one here. */
export const expect = playwrightExpect.configure({ timeout: waitMs })
