import { codeOfName } from '#platform/emoji'
import names from './emoji-names.generated.json' with { type: 'json' }

const others: Readonly<Record<string, string>> = names

/** For names of Slack and Mattermost; undefined if they have none of that name. */
export function emojiCalled(name: string): string | undefined {
  const code = Object.hasOwn(others, name) ? others[name] : codeOfName(name)
  if (code === undefined || !/^[0-9a-f-]+$/.test(code)) return undefined
  return String.fromCodePoint(...code.split('-').map((one) => Number.parseInt(one, 16)))
}
