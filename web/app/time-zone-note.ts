import { effect } from '@preact/signals'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { whenIdle } from '../parts/idle.ts'
import { showReason } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { accountZone, nameOfZone, suggestedZone } from '../store/time-zone.ts'
import { timeZone as t } from '../texts/time-zone.ts'
import { api } from '../transport/api.ts'

/** The zone that the user has already declined in this browser. */
const [declined, decline] = keptChoice(
  'time zone declined',
  (text) => text ?? '',
  (zone) => zone,
)

/** Whether both zones have the same local time, in winter and in summer. */
function agree(one: string, other: string): boolean {
  const year = new Date().getFullYear()
  const clock = (zone: string, month: number) =>
    new Date(Date.UTC(year, month, 1)).toLocaleString('en', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return [0, 6].every((month) => clock(one, month) === clock(other, month))
}

export function showNote(here: string, zone: string): void {
  const use = async () => {
    try {
      await api.call(updateSettings, { timezone: here })
      toast(t.changed(nameOfZone(here)))
    } catch (error) {
      showReason(error)
    }
  }
  toast(
    t.differs(nameOfZone(zone), nameOfZone(here)),
    { label: t.use(nameOfZone(here)), run: () => void use() },
    { label: t.notNow, run: () => decline(here) },
  )
}

/** Single sign-on, LDAP, and SCIM create accounts without a time zone, which get the one of the first browser. */
const setFirst = (timezone: string) => void api.call(updateSettings, { timezone }).catch(() => undefined)

/** Once per page: suggests the browser's time zone if the account's clock shows another time. */
export function suggestTimeZone(): void {
  const stop = effect(() => {
    if (suggestedZone.value === undefined) return
    whenIdle(() => {
      const here = suggestedZone.peek()
      const zone = accountZone.peek()
      if (here === undefined || declined.peek() === here || (zone !== '' && agree(zone, here))) return
      stop()
      if (zone === '') setFirst(here)
      else showNote(here, zone)
    })
  })
}
