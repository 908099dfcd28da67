import { painted, there } from './waiting.ts'

export const seen = (selector: string) => async () => {
  await there(`.settings-page ${selector}`)
  await painted()
}
export const pressed =
  (...selectors: string[]) =>
  async () => {
    for (const selector of selectors) (await there(selector)).click()
    await painted()
  }
