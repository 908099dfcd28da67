import { a } from '../texts/actions.ts'
import { toast } from './toast.ts'

/** Copies a text and says so. */
export async function copy(text: string): Promise<void> {
  toast((await put(text)) ? a.copied : a.notCopied)
}

async function put(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // only secure addresses have a clipboard; the older way works where something is selected
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'visually-hidden'
    const before = document.activeElement as HTMLElement | null
    const host = before?.closest('dialog') ?? document.body
    host.append(field)
    field.select()
    const isDone = document.execCommand('copy')
    field.remove()
    before?.focus()
    return isDone
  }
}
