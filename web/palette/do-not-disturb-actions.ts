import { endQuiet, pauseFor } from '../do-not-disturb/actions.ts'
import { quietUntil } from '../do-not-disturb/now.ts'
import type { PausePreset } from '../do-not-disturb/times.ts'
import { t } from '../texts/quiet.ts'
import type { Destination } from './destinations.ts'

const presets: readonly PausePreset[] = ['half', 'hour', 'tomorrow']

export const doNotDisturbActions = (detail: string): readonly Destination[] =>
  [
    ...presets.map((preset) => ({ key: preset, label: t.commands[preset], run: () => pauseFor(preset) })),
    ...(quietUntil.value ? [{ key: 'end', label: t.commands.end, run: endQuiet }] : []),
  ].map((one) => ({ ...one, key: `quiet ${one.key}`, detail, mark: { sign: '☾' }, unread: 0 }))
