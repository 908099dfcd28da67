import { maxStatusLength, type UserStatus, updateOwnStatus } from '../../src/features/messages/user-status/api.ts'
import type { SlashCommand } from '../compose/slash/slash-command.ts'
import { inSeconds, whenText } from '../do-not-disturb/times.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { openStatus } from '../people/own-status.tsx'
import { ownStatus } from '../people/status.ts'
import { a } from '../texts/actions.ts'
import { t } from '../texts/slash.ts'
import { api } from '../transport/api.ts'
import { emojiName } from './emoji-name.ts'
import { isOff } from './off.ts'
import { splitStatus } from './status-text.ts'
import { readEnd } from './times.ts'

const hint = t.statusHint(t.statusExample, t.off)

export const status: SlashCommand = {
  name: 'status',
  description: t.status,
  hint,
  plan({ text, now }) {
    if (text === '') return { effect: hint, run: openStatus }
    if (isOff(text)) return { effect: t.willClearStatus, run: () => change({}, t.statusCleared) }
    const end = readEnd(text, now)
    const said = (end ? end.before : text).replace(/\s+/g, ' ')
    if (said === '') return { problem: t.noStatus }
    if (end && end.at <= now) return { problem: t.past }
    const { emoji, words } = splitStatus(said)
    const more = [...words].length - maxStatusLength
    if (more > 0) return { problem: t.tooLong(more) }
    return {
      effect: end ? t.willSetStatusUntil(said, whenText(end.at, now)) : t.willSetStatus(said),
      async run() {
        const emoji_name = emoji && (await emojiName(emoji))
        const status_text = emoji && !emoji_name ? said : words
        await change(
          { status_text, ...(emoji_name ? { emoji_name } : {}), ...(end ? { until: inSeconds(end.at) } : {}) },
          t.statusSet(said),
        )
      },
    }
  },
}

const send = ({ status_text = '', emoji_name = '', emoji_code, reaction_type, until }: UserStatus) =>
  api.call(updateOwnStatus, {
    status_text,
    emoji_name,
    ...(emoji_code ? { emoji_code } : {}),
    ...(reaction_type ? { reaction_type } : {}),
    ...(until ? { until } : {}),
  })

async function change(next: UserStatus, confirmation: string): Promise<void> {
  const before = ownStatus()
  await send(next)
  const isOver = before.until !== undefined && before.until * 1000 <= Date.now()
  toast(confirmation, { label: a.undo, run: () => void send(isOver ? {} : before).catch(showRefusal) })
}
