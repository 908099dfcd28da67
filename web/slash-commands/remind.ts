import { createReminder, deleteReminder, maxReminderNoteLength } from '../../src/features/messages/reminders/api.ts'
import type { SlashCommand } from '../compose/slash/slash-command.ts'
import { inSeconds, whenText } from '../do-not-disturb/times.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { a } from '../texts/actions.ts'
import { t } from '../texts/slash.ts'
import { api } from '../transport/api.ts'
import { splitWhen } from './times.ts'

/** Accepts "/remind me …" as in Slack. */
function stripMe(text: string): { text: string; hasMe: boolean } {
  const me = /^me\s+/i.exec(text)
  return me ? { text: text.slice(me[0].length), hasMe: true } : { text, hasMe: false }
}

export const remind: SlashCommand = {
  name: 'remind',
  description: t.remind,
  hint: t.remindHint(t.remindExample),
  plan({ text, now }) {
    const { text: typed, hasMe } = stripMe(text)
    const found = splitWhen(typed, now)
    if (!found) return { problem: t.noReminderTime(t.remindExample) }
    const { at, rest } = found
    const note = hasMe ? rest.replace(/^to\s+/i, '') : rest
    if (at <= now) return { problem: t.past }
    if (note === '') return { problem: t.noNote }
    const more = [...note].length - maxReminderNoteLength
    if (more > 0) return { problem: t.tooLong(more) }
    return { effect: t.willRemind(whenText(at, now), note), run: () => setReminder(at, note) }
  },
}

async function setReminder(at: Date, note: string): Promise<void> {
  const { reminder_id } = await api.call(createReminder, { scheduled_delivery_timestamp: inSeconds(at), note })
  toast(a.remindedAt(whenText(at)), {
    label: a.undo,
    run: () => void api.call(deleteReminder, { reminder_id }).catch(showRefusal),
  })
}
