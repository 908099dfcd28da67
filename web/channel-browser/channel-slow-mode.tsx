import { useSignal } from '@preact/signals'
import { maxSlowModeSecs } from '../../src/features/channels/channels/limits.ts'
import { Choice } from '../controls/choice.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { useSaving } from '../controls/saving.ts'
import { Setting } from '../controls/setting.tsx'
import { lockOfChannel } from '../permissions/channel-lock.ts'
import type { Channel } from '../store/channels.ts'
import { t } from '../texts/channel-general.ts'
import { spanText } from '../texts/span.ts'

const presets = [5, 10, 30, 60, 300, 900, 3_600, 21_600]
const custom = -1

interface Props {
  readonly one: Channel
  change(changes: { slow_mode_seconds: number }): Promise<unknown>
}

export function ChannelSlowMode({ one, change }: Props) {
  /** True while the user enters a custom interval. */
  const isAsked = useSignal(false)
  const saving = useSaving<number>(one.slow_mode_seconds ?? 0, (value) => change({ slow_mode_seconds: value }))
  const locked = lockOfChannel(one)
  const isOwn = isAsked.value || (saving.value !== 0 && !presets.includes(saving.value))
  const id = `channel-${one.stream_id}-slow-mode`
  return (
    <>
      <Setting id={id} label={t.slowMode} help={t.slowModeHelp} locked={locked} saving={saving} isWide>
        <Choice<number>
          saving={{
            ...saving,
            value: isOwn ? custom : saving.value,
            run: async (value) => {
              isAsked.value = value === custom
              return value === custom || (await saving.run(value))
            },
          }}
          options={[
            { value: 0, label: t.slowModeOff },
            ...presets.map((value) => ({ value, label: spanText(value) })),
            { value: custom, label: t.slowModeCustom },
          ]}
        />
      </Setting>
      {isOwn && (
        <Setting id={`${id}-seconds`} label={t.slowModeSeconds} locked={locked} saving={saving}>
          <NumberField
            saving={{
              ...saving,
              run: async (value) => {
                const taken = await saving.run(value)
                if (taken) isAsked.value = false
                return taken
              },
            }}
            min={1}
            max={maxSlowModeSecs}
            unit={t.slowModeUnit}
          />
        </Setting>
      )}
    </>
  )
}
