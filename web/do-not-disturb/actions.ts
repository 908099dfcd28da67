import { endQuietTime, pauseNotifications } from '../../src/features/people/quiet-times/api.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { t } from '../texts/quiet.ts'
import { api } from '../transport/api.ts'
import { quietTime } from './now.ts'
import { inSeconds, type PausePreset, pausePresets, whenText } from './times.ts'

const pause = (until: number) => api.call(pauseNotifications, { until })

export async function pauseUntil(at: Date): Promise<void> {
  const before = quietTime.peek()?.paused_until ?? 0
  await pause(inSeconds(at))
  toast(t.paused(whenText(at)), {
    label: t.undo,
    run: () => (before * 1000 > Date.now() ? void pause(before).catch(showRefusal) : endQuiet()),
  })
}

export const pauseFor = (preset: PausePreset): void =>
  void pauseUntil(pausePresets(new Date())[preset]).catch(showRefusal)

export const endQuiet = (): void => void api.call(endQuietTime, {}).catch(showRefusal)
