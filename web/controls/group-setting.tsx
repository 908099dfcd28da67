import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError } from '#contract'
import { useUniqueId } from '../parts/unique-id.ts'
import { describeValue, isHolder } from '../permissions/holders.ts'
import { isEmptyValue, isSameValue, type PermissionRules, type PermissionValue } from '../permissions/value.ts'
import { t } from '../texts/permissions.ts'
import { GroupSettingField } from './group-setting-field.tsx'

/** The new value, and the one that editing started from: the server refuses if that has changed. */
export interface PermissionChange {
  readonly old: PermissionValue
  readonly new: PermissionValue
}

interface Props {
  readonly id?: string | undefined
  readonly label: string
  readonly help?: string | undefined
  readonly value: PermissionValue
  readonly rules: PermissionRules
  /** Set if the user can't change it: names the people who can. */
  readonly locked?: string | undefined
  save(change: PermissionChange): Promise<unknown>
}

const openWho = async (label: string, value: PermissionValue, rules: PermissionRules) =>
  (await import('./who-dialog.tsx')).openWho({ label, value, rules })

interface Begun {
  readonly old: PermissionValue
  readonly new: PermissionValue
  readonly state: 'open' | 'saving' | 'taken'
  readonly refusal?: string
}

/**
 * A permission's roles, groups and people, with a summary of the resulting people. Changes apply when saved, so that no
 * one gains or loses the permission in between. If another user changes it while it's being edited, both values are
 * shown.
 */
export function GroupSetting({ id, label, help, value, rules, locked, save }: Props) {
  const begun = useSignal<Begun | undefined>(undefined)
  const isSaved = useSignal(false)
  const own = useUniqueId()
  const latest = useRef(value)
  latest.current = value
  const key = JSON.stringify(value)
  useEffect(() => {
    const one = begun.peek()
    // the saved value has arrived, or another user chose the same one
    if (one && (one.state === 'taken' || isSameValue(one.new, value))) begun.value = undefined
  }, [key])

  const now = begun.value
  const shown = now?.new ?? value
  const isBusy = now?.state === 'saving'
  const isOpen = now !== undefined && now.state !== 'taken'
  const hasChanged = isOpen && !isBusy && !isSameValue(now.old, value)
  const isEmpty = isEmptyValue(shown) && !rules.allow_nobody_group
  const isOwn = isHolder(shown, rules)

  const choose = (next: PermissionValue) => {
    isSaved.value = false
    const one = begun.peek()
    const old = one?.state === 'taken' ? one.new : (one?.old ?? value)
    begun.value = isSameValue(next, old) && isSameValue(old, value) ? undefined : { old, new: next, state: 'open' }
  }
  const store = async (old: PermissionValue) => {
    const one = begun.peek()
    if (!one || isEmpty || one.state !== 'open') return
    const change = { old, new: one.new }
    begun.value = { ...change, state: 'saving' }
    try {
      await save(change)
      isSaved.value = true
      // the event may arrive before the response
      begun.value = isSameValue(change.new, latest.current) ? undefined : { ...change, state: 'taken' }
    } catch (problem) {
      begun.value = { ...change, state: 'open', refusal: problem instanceof ApiError ? problem.message : t.noServer }
    }
  }
  return (
    <form
      class="group-setting"
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!hasChanged && isOpen) void store(now.old)
      }}
    >
      <span class="group-setting-label" id={`${own}-label`}>
        {label}
      </span>
      {help && <p class="soft small">{help}</p>}
      <GroupSettingField
        label={label}
        value={shown}
        rules={rules}
        isLocked={locked !== undefined}
        describedBy={`${own}-who`}
        onChange={choose}
      />
      <p class="small group-setting-who" id={`${own}-who`}>
        {describeValue(shown, rules)} {isOwn && <span class="soft">{t.youToo}</span>}{' '}
        <button
          type="button"
          class="plain"
          aria-label={`${t.exactPeople} ${label}`}
          onClick={() => void openWho(label, shown, rules)}
        >
          {t.exactPeople}
        </button>
      </p>
      {locked && <p class="soft small">{locked}</p>}
      {hasChanged && (
        <p class="group-setting-change" role="alert">
          {t.changedConcurrently} {describeValue(value, rules)}
        </p>
      )}
      {isEmpty && isOpen && (
        <p class="problem" role="alert">
          {t.userNeeded}
        </p>
      )}
      {now?.refusal && !hasChanged && (
        <p class="problem" role="alert">
          {t.refused(now.refusal)}
        </p>
      )}
      {isOpen && (
        <p class="group-setting-buttons">
          {hasChanged ? (
            <button type="button" class="button primary" disabled={isEmpty} onClick={() => void store(value)}>
              {t.saveAllTheSame}
            </button>
          ) : (
            <button type="submit" class="button primary" disabled={isBusy || isEmpty}>
              {t.save}
            </button>
          )}
          <button type="button" class="button" disabled={isBusy} onClick={() => (begun.value = undefined)}>
            {hasChanged ? t.takeTheirs : t.discard}
          </button>
        </p>
      )}
      <p class="soft small" role="status">
        {isBusy ? t.saving : isSaved.value && !isOpen ? t.saved : ''}
      </p>
    </form>
  )
}
