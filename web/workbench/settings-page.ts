import { painted, there } from './waiting.ts'

/** Waits until a settings page shows what a selector finds. */
export const seen = (selector: string) => async () => {
  await there(`.settings-page ${selector}`)
  await painted()
}
/** Clicks the first element that each of the selectors finds, one after the other. */
export const pressed =
  (...selectors: string[]) =>
  async () => {
    for (const selector of selectors) (await there(selector)).click()
    await painted()
  }
