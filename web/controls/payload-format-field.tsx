import type { Signal } from '@preact/signals'
import { type ServiceInterface, serviceInterfaces } from '../../src/features/people/users/bot-wire.ts'
import { bots as t } from '../texts/bots.ts'

/** The format in which an outgoing webhook posts. */
export const PayloadFormatField = ({ format }: { format: Signal<ServiceInterface> }) => (
  <label class="field">
    <span class="label">{t.form}</span>
    <select
      value={format.value}
      onChange={({ currentTarget }) => (format.value = Number(currentTarget.value) as ServiceInterface)}
    >
      {Object.values(serviceInterfaces).map((one) => (
        <option key={one} value={one}>
          {t.forms[one]}
        </option>
      ))}
    </select>
  </label>
)
