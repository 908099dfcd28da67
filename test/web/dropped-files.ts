import type { Visitor } from './browser.ts'

export type Here = Pick<Visitor, 'page'>

export const field = ({ page }: Here) => page.getByRole('textbox', { name: /^(Message |Write a message)/ })
export const mib = 1024 * 1024

/** Drops files of the given sizes; files with the same name and time count as the same file. */
export const drops = ({ page }: Here, ...files: { name: string; mib: number }[]) =>
  page.getByRole('form', { name: 'Compose' }).evaluate((form, all) => {
    const dataTransfer = new DataTransfer()
    for (const { name, mib } of all) {
      const bytes = new Uint8Array(mib * 1024 * 1024)
      for (let at = 0; at < bytes.length; at += 997) bytes[at] = (at / 997) % 256
      dataTransfer.items.add(new File([bytes], name, { lastModified: 1_770_000_000_000 }))
    }
    form.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, files)

export const linkIn = async (visitor: Here) => {
  await visitor.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('/user_uploads/'))
  return /\]\((\/user_uploads\/[^)]+)\)/.exec(await field(visitor).inputValue())?.[1] as string
}

export const isWhole = ({ page }: Here, url: string, size: number) =>
  page.evaluate(
    async ([from, length]) => {
      const bytes = new Uint8Array(await (await fetch(from)).arrayBuffer())
      if (bytes.length !== length) return false
      for (let at = 0; at < bytes.length; at += 997) if (bytes[at] !== Math.floor(at / 997) % 256) return false
      return true
    },
    [url, size * mib] as const,
  )
