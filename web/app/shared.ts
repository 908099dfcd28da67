import { composeTo, toAttach } from '../compose/target.ts'
import { toast } from '../parts/toast.ts'
import { a } from '../texts/arrivals.ts'

/** The cache used by the service worker: see web/worker/shared.ts. */
const cacheName = () => `loquat ${location.pathname} shared`
const keptMs = 3_600_000

interface Words {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly at: number
  /** Number of files that were dropped because of the limit. */
  readonly left: number
}

export const askAgain = (): void => toast(a.shareAgain)

/** Starts a message with the text and files that another app has shared; the user chooses the recipient. */
export async function takeShared(): Promise<void> {
  const cache = await caches.open(cacheName())
  const read = (name: string) => cache.match(`${location.pathname}shared/${name}`)
  const words = (await (await read('words'))?.json()) as Words | undefined
  const files: File[] = []
  for (let answer = await read('0'); answer; answer = await read(String(files.length))) {
    const name = decodeURIComponent(answer.headers.get('x-loquat-name') ?? '')
    files.push(new File([await answer.blob()], name, { type: answer.headers.get('content-type') ?? '' }))
  }
  await caches.delete(cacheName())
  if (!words || Date.now() - words.at > keptMs) return toast(a.nothingShared)
  // apps repeat themselves: the URL is often in the text, and the text in the title
  const lines = [words.title, words.text, words.url].map((one) => one.trim()).filter((one) => one !== '')
  const said = lines.filter(
    (one, index) => !lines.some((other, at) => other.includes(one) && (other !== one || at < index)),
  )
  composeTo({ kind: 'direct', userIds: [] }, said.length > 0 ? said.join('\n') : undefined)
  toAttach.value = files
  if (words.left > 0) toast(a.tooManyShared(words.left))
}
