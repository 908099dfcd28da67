import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = process.env.LOQUAT_SCREENSHOTS

/** Saves screenshots in the folder `LOQUAT_SCREENSHOTS`, if it's set. */
export const picturesOf =
  (subject: string) =>
  async (page: Page, name: string): Promise<void> => {
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${subject}, ${name}.png`) })
  }
