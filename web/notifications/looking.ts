import type { Message } from '../../src/features/messages/messages/wire.ts'
import { fits } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { isFollowed, isMuted } from '../store/channels.ts'
import { ownId } from '../store/people.ts'

/** Time limit for answers from other tabs. */
const answerMs = 200

type TabMessage =
  | { readonly say: 'who looks'; readonly message: Message; readonly nonce: string }
  | { readonly say: 'I do'; readonly nonce: string }
  /** Browsers don't let a tab play sound before the user has interacted with it, so ask the others. */
  | { readonly say: 'ring'; readonly sound: string }

/** True if this tab has the focus and shows the message's view. */
export const isLookedAtHere = (message: Message): boolean =>
  document.visibilityState === 'visible' &&
  document.hasFocus() &&
  narrow.peek() !== undefined &&
  fits(narrow.peek() ?? [], message, { ownId: ownId.peek(), isMuted, isFollowed }) === true

/** Coordinates notifications between the tabs of one account. */
export class Looking {
  readonly #channel: BroadcastChannel
  readonly #asked = new Map<string, () => void>()

  constructor(account: number, ring: (sound: string) => unknown) {
    this.#channel = new BroadcastChannel(`loquat notifications ${account}`)
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.say === 'I do') this.#asked.get(data.nonce)?.()
      else if (data.say === 'ring') void ring(data.sound)
      else if (isLookedAtHere(data.message)) this.#say({ say: 'I do', nonce: data.nonce })
    }
  }

  #say(word: TabMessage): void {
    this.#channel.postMessage(word)
  }

  /** True if the user is looking at the message in any tab. */
  async isLookedAt(message: Message): Promise<boolean> {
    if (isLookedAtHere(message)) return true
    const nonce = crypto.randomUUID()
    const answer = new Promise<boolean>((resolve) => {
      this.#asked.set(nonce, () => resolve(true))
      setTimeout(() => resolve(false), answerMs)
    })
    this.#say({ say: 'who looks', message, nonce })
    const isLookedAt = await answer
    this.#asked.delete(nonce)
    return isLookedAt
  }

  ringElsewhere(sound: string): void {
    this.#say({ say: 'ring', sound })
  }
}
