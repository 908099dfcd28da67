import type { Locator } from 'playwright-core'

interface Pasted {
  /** By type, such as `text/plain`. */
  readonly texts?: Readonly<Record<string, string>>
  readonly file?: { readonly name: string; readonly content: string }
}

/** Pastes into a field. Firefox clears the data of a synthetic paste event, so it's added afterwards. */
export const pasteInto = (field: Locator, pasted: Pasted): Promise<void> =>
  field.evaluate((it, { texts = {}, file }) => {
    const data = new DataTransfer()
    for (const [type, text] of Object.entries(texts)) data.setData(type, text)
    if (file) data.items.add(new File([file.content], file.name))
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'clipboardData', { value: data })
    it.dispatchEvent(event)
  }, pasted)
