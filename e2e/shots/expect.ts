import { expect as playwrightExpect } from '@playwright/test'

const waitMs = 60_000

/** Patient: pictures are also taken on machines that do other things, where there is no test runner to say how long to wait. */
export const expect = playwrightExpect.configure({ timeout: waitMs })
