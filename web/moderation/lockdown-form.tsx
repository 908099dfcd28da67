import './lockdown.css'
import { useSignal } from '@preact/signals'
import { maxReasonLength } from '../../src/features/people/restrictions/limits.ts'
import { endLockdown, startLockdown, updateLockdown } from '../../src/features/people/restrictions/lockdown/api.ts'
import { lockdownHours } from '../../src/features/people/restrictions/lockdown/limits.ts'
import type { Lockdown } from '../../src/features/people/restrictions/lockdown/wire.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { toast } from '../parts/toast.ts'
import { isModerationLogPublic } from '../permissions/moderation-log.ts'
import { l } from '../texts/lockdown.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'

/** Edits `before`, or starts a lockdown if it's undefined. */
export function openLockdown(before?: Lockdown): void {
  void openDialog({ title: before ? l.changeTitle : l.startTitle }, (close) => (
    <LockdownForm before={before} close={close} />
  ))
}

/** Asks for confirmation, because a raid would go on. */
export function openEnd(): void {
  const run = async () => {
    await api.call(endLockdown, {})
    toast(l.ended)
  }
  // the banner with the button is gone afterwards
  const returnTo = () => document.querySelector<HTMLElement>('[data-setting="lockdown"] button')
  void openDialog({ title: l.endTitle, returnTo }, (close) => (
    <Form submit={l.end} close={close} run={run}>
      <p>{l.endMore}</p>
    </Form>
  ))
}

function LockdownForm({ before, close }: { before: Lockdown | undefined; close: () => void }) {
  const hours = useSignal<(typeof lockdownHours)[number]>(1)
  const reason = useSignal(before?.reason ?? '')
  const run = async () => {
    const wanted = { hours: hours.value, reason: reason.value }
    if (before) await api.call(updateLockdown, wanted)
    else {
      await api.call(startLockdown, wanted)
      toast(l.started)
    }
  }
  return (
    <Form submit={before ? l.save : l.start} close={close} run={run}>
      {!before && (
        <ul class="lockdown-effects">
          <li>{l.effects.joining}</li>
          <li>{l.effects.newMembers}</li>
          <li>{l.effects.slow}</li>
        </ul>
      )}
      <fieldset>
        <legend>{before ? l.fromNow : l.howLong}</legend>
        {lockdownHours.map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="hours" checked={hours.value === one} onChange={() => (hours.value = one)} />
            {l.hours(one)}
          </label>
        ))}
      </fieldset>
      <TextArea label={l.reason} text={reason} maxLength={maxReasonLength} />
      {isModerationLogPublic() && <p class="soft small">{s.inModerationLog}</p>}
    </Form>
  )
}
