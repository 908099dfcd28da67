import names from './chat-names.generated.json' with { type: 'json' }
import { codeOfName } from './names.ts'

/** Names that Slack, Mattermost, GitHub, and others have for another emoji than this server, or that it doesn't have. */
const others: Readonly<Record<string, string>> = names

/** A name without its skin tone, which emoji don't have here: `wave_dark_skin_tone`. */
export const withoutSkinTone = (name: string): string =>
  name.replace(/_(?:light|medium_light|medium|medium_dark|dark)_skin_tone$/, '')

/** For names of Slack and Mattermost; undefined if they have none of that name. */
export function emojiCalled(name: string): string | undefined {
  const plain = withoutSkinTone(name)
  const code = Object.hasOwn(others, plain) ? others[plain] : codeOfName(plain)
  if (code === undefined || !/^[0-9a-f-]+$/.test(code)) return undefined
  return String.fromCodePoint(...code.split('-').map((one) => Number.parseInt(one, 16)))
}

/** Not within a word: `10:30:45` and `app:lock:1` have no emoji. */
const named = /(?<!\w):([\w+'-]{1,100}):(?::skin-tone-[2-6]:)?(?!\w)/y

/**
 * Replaces `:name:` with the emoji of that name in Slack and Mattermost; others stay. `isOwn` is true for names of
 * custom emoji. Linear in the length of the text.
 */
export function withEmoji(text: string, isOwn: (name: string) => boolean = () => false): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', Math.max(at + 1, from))) {
    named.lastIndex = at
    const [whole = '', name = ''] = named.exec(text) ?? []
    const emoji = whole === '' || isOwn(name) ? undefined : emojiCalled(name)
    if (emoji === undefined) continue
    result += text.slice(from, at) + emoji
    from = at + whole.length
  }
  return result + text.slice(from)
}
