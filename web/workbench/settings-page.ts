import { painted, there } from './waiting.ts'

/** Waits for an element on a settings page. */
export const seen = (selector: string) => async () => {
  await there(`.settings-page ${selector}`)
  await painted()
}
/** Clicks the first match of each selector, in order. */
export const pressed =
  (...selectors: string[]) =>
  async () => {
    for (const selector of selectors) (await there(selector)).click()
    await painted()
  }
