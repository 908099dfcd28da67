import { useSignal } from '@preact/signals'
import { maxRetentionDays } from '../../src/features/channels/channels/limits.ts'
import { Choice } from '../controls/choice.tsx'
import { NumberField } from '../controls/number-field.tsx'
import { useSaving } from '../controls/saving.ts'
import { Setting } from '../controls/setting.tsx'
import { lockOfRetention } from '../permissions/channel-lock.ts'
import type { Channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { t } from '../texts/channel-general.ts'

const usualDays = part<number | null>('realm_message_retention_days')

type Kind = 'usual' | 'ever' | 'own'

const usualLabel = (days: number | null): string =>
  days === null || days < 0 ? t.retentionKinds.usualForever : t.retentionKinds.usualDays(days)

interface Props {
  readonly one: Channel
  change(changes: { message_retention_days: number | 'realm_default' | 'unlimited' }): Promise<unknown>
}

export function ChannelRetention({ one, change }: Props) {
  const days = one.message_retention_days
  /** True while the user enters a number: choosing the option alone saves nothing, so no messages are deleted. */
  const isAsked = useSignal(false)
  const known: Kind = days === null ? 'usual' : days < 0 ? 'ever' : 'own'
  const kind = useSaving<Kind>(known, (value) =>
    change({ message_retention_days: value === 'ever' ? 'unlimited' : 'realm_default' }),
  )
  const number = useSaving<number>(days !== null && days > 0 ? days : 0, (value) =>
    change({ message_retention_days: value }),
  )
  const locked = lockOfRetention()
  const isOwn = isAsked.value || kind.value === 'own'
  const id = `channel-${one.stream_id}-retention`
  return (
    <>
      <Setting id={id} label={t.retention} help={t.retentionHelp} locked={locked} saving={kind} isWide>
        <Choice<Kind>
          saving={{
            ...kind,
            value: isAsked.value ? 'own' : kind.value,
            run: async (value) => {
              isAsked.value = value === 'own'
              return value === 'own' || (await kind.run(value))
            },
          }}
          options={[
            { value: 'usual', label: usualLabel(usualDays.value) },
            { value: 'ever', label: t.retentionKinds.ever },
            { value: 'own', label: t.retentionKinds.own },
          ]}
        />
      </Setting>
      {isOwn && (
        <Setting id={`${id}-days`} label={t.days} locked={locked} saving={number}>
          <NumberField
            saving={{
              ...number,
              run: async (value) => {
                const taken = await number.run(value)
                if (taken) isAsked.value = false
                return taken
              },
            }}
            min={1}
            max={maxRetentionDays}
            unit={t.daysUnit}
          />
        </Setting>
      )}
    </>
  )
}
