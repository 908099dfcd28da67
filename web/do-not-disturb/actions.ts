import { endQuietTime, pauseNotifications } from '../../src/features/people/quiet-times/api.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { t } from '../texts/quiet.ts'
import { api } from '../transport/api.ts'
import { inSeconds, type PausePreset, pausePresets, whenText } from './times.ts'

export async function pauseUntil(at: Date): Promise<void> {
  await api.call(pauseNotifications, { until: inSeconds(at) })
  toast(t.paused(whenText(at)), { label: t.undo, run: endQuiet })
}

export const pauseFor = (preset: PausePreset): void =>
  void pauseUntil(pausePresets(new Date())[preset]).catch(showRefusal)

export const endQuiet = (): void => void api.call(endQuietTime, {}).catch(showRefusal)
