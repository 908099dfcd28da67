import { endQuietTime } from '../../src/features/people/quiet-times/api.ts'
import type { SlashCommand } from '../compose/slash/slash-command.ts'
import { pauseUntil } from '../do-not-disturb/actions.ts'
import { quietUntil } from '../do-not-disturb/now.ts'
import { openDoNotDisturb } from '../do-not-disturb/opening.ts'
import { whenText } from '../do-not-disturb/times.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { a } from '../texts/actions.ts'
import { t } from '../texts/slash.ts'
import { api } from '../transport/api.ts'
import { isOff } from './off.ts'
import { readEnd, readWhen } from './times.ts'

const hint = t.dndHint(t.endExample, t.off)

export const dnd: SlashCommand = {
  name: 'dnd',
  description: t.dnd,
  hint,
  plan({ text, now }) {
    if (text === '') return { effect: hint, run: async () => openDoNotDisturb() }
    if (isOff(text)) return quietUntil.value ? { effect: t.willEndPause, run: endPause } : { problem: t.notPaused }
    const end = readEnd(text, now)
    const at = end?.before === '' ? end.at : readWhen(text, now)
    if (!at) return { problem: t.noTime(text, t.endExample) }
    if (at <= now) return { problem: t.past }
    return { effect: t.willPause(whenText(at, now)), run: () => pauseUntil(at) }
  },
}

async function endPause(): Promise<void> {
  const before = quietUntil.peek()
  await api.call(endQuietTime, {})
  toast(t.pauseEnded, {
    label: a.undo,
    run: () => before && before.getTime() > Date.now() && void pauseUntil(before).catch(showRefusal),
  })
}
