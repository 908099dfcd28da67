import './group-setting.css'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { ApiError } from '#contract'
import { Drawing, shapes } from '../parts/icon.tsx'
import { isComposing } from '../parts/is-composing.ts'
import { useUniqueId } from '../parts/unique-id.ts'
import type { Explain } from '../permissions/allowed.ts'
import { covers, namesNoOne, type PermissionBase } from '../permissions/base.ts'
import { describeValue } from '../permissions/holders.ts'
import { known, oneself } from '../permissions/rights.ts'
import { isEmptyValue, isSameValue, namedIn, type PermissionRules, type PermissionValue } from '../permissions/value.ts'
import { wordsOf } from '../permissions/words.ts'
import { t } from '../texts/permissions.ts'
import { systemChoices } from './group-choices.ts'
import { GroupSettingField } from './group-setting-field.tsx'
import { isCustom, PermissionPicker, roleOf, sourceOf } from './permission-picker.tsx'

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
  /** People who can do it whatever the value is, and where to change that. */
  readonly base?: PermissionBase | undefined
  readonly baseHref?: string | undefined
  /** Set if the user can't change it: names the people who can. */
  readonly locked?: string | undefined
  /** Explains who can do it if this is the value. */
  explain(value: PermissionValue): Explain
  save(change: PermissionChange): Promise<unknown>
}

const openWho = async (label: string, explain: () => Explain) =>
  (await import('./who-dialog.tsx')).openWho({ label, explain })

interface Begun {
  readonly old: PermissionValue
  readonly new: PermissionValue
  readonly state: 'open' | 'saving' | 'taken'
  readonly refusal?: string
}

/**
 * Who can do something, in plain words: a role, or groups and people behind “Custom…”. Changes apply when saved, so
 * that no one gains or loses the permission in between. If another user changes it while it's being edited, both values
 * are shown.
 */
export function GroupSetting({ id, label, help, value, rules, base, baseHref, locked, explain, save }: Props) {
  const begun = useSignal<Begun | undefined>(undefined)
  const isSaved = useSignal(false)
  const isBoxOpen = useSignal(false)
  /** Focused after the next render: Save once a role was chosen, otherwise the list. */
  const wants = useRef<'save' | 'picker' | undefined>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const own = useUniqueId()
  const latest = useRef(value)
  latest.current = value
  const key = JSON.stringify(value)
  useEffect(() => {
    const one = begun.peek()
    // the saved value has arrived, or another user chose the same one
    if (one && (one.state === 'taken' || isSameValue(one.new, value))) begun.value = undefined
  }, [key])
  useLayoutEffect(() => {
    const wanted = wants.current
    wants.current = undefined
    if (!wanted) return
    const picker = form.current?.querySelector<HTMLElement>('.permission-picker')
    const save = form.current?.querySelector<HTMLElement>('.group-setting-buttons .primary')
    ;((wanted === 'save' && save) || picker)?.focus({ preventScroll: true })
  })

  const now = begun.value
  const shown = now?.new ?? value
  const isBusy = now?.state === 'saving'
  const isOpen = now !== undefined && now.state !== 'taken'
  const hasChanged = isOpen && !isBusy && !isSameValue(now.old, value)
  const isEmpty = isEmptyValue(shown) && !rules.allow_nobody_group
  const isFromBase = base !== undefined && covers(base.value, shown)

  const choose = (next: PermissionValue) => {
    isSaved.value = false
    const one = begun.peek()
    const old = one?.state === 'taken' ? one.new : (one?.old ?? value)
    begun.value = isSameValue(next, old) && isSameValue(old, value) ? undefined : { old, new: next, state: 'open' }
  }
  const close = () => {
    if (form.current?.contains(document.activeElement)) wants.current = 'picker'
    isBoxOpen.value = false
    begun.value = undefined
  }
  const store = async (old: PermissionValue) => {
    const one = begun.peek()
    if (!one || isEmpty || one.state !== 'open') return
    const change = { old, new: one.new }
    begun.value = { ...change, state: 'saving' }
    try {
      await save(change)
      isSaved.value = true
      if (form.current?.contains(document.activeElement)) wants.current = 'picker'
      isBoxOpen.value = false
      // the event may arrive before the response
      begun.value = isSameValue(change.new, latest.current) ? undefined : { ...change, state: 'taken' }
    } catch (problem) {
      begun.value = { ...change, state: 'open', refusal: problem instanceof ApiError ? problem.message : t.noServer }
    }
  }
  const role = roleOf(shown)
  const { people, groups } = namedIn(shown)
  const isOnePerson = people.length === 1 && groups.length === 0
  const detail = isCustom(shown)
    ? isOnePerson
      ? ''
      : describeValue(shown, rules)
    : systemChoices(rules).find((one) => one.id === role && !isFromBase)?.detail
  return (
    <form
      ref={form}
      class="group-setting"
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!hasChanged && isOpen) void store(now.old)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event) || !isBoxOpen.value || isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <div class="group-setting-words">
        <span class="group-setting-label" id={`${own}-label`}>
          {label}
        </span>
        <p class="soft small" id={`${own}-who`}>
          {help && <span>{help} </span>}
          {base && !isFromBase && !namesNoOne(base.value) && !covers(shown, base.value) && (
            <span>{t.also(wordsOf(base.value), sourceOf(base))} </span>
          )}
          {isFromBase && !namesNoOne(shown) && <span>{t.setHere(wordsOf(shown))} </span>}
          {explain(shown)(oneself(), known)?.can && <span>{t.youToo}</span>}
        </p>
        {locked && (
          <p class="soft small">
            <Drawing strokes={shapes.lock} size={14} /> {locked}
          </p>
        )}
      </div>
      <div class="group-setting-value">
        <PermissionPicker
          labelledBy={`${own}-label`}
          describedBy={`${own}-detail ${own}-who`}
          label={label}
          value={shown}
          saved={value}
          rules={rules}
          base={base}
          isLocked={locked !== undefined}
          onChange={(next) => {
            wants.current = 'save'
            isBoxOpen.value = false
            choose(next)
          }}
          onCustom={() => (isBoxOpen.value = true)}
        />
        <p class="small group-setting-who">
          <span class="soft" id={`${own}-detail`}>
            {detail}
          </span>
          {isFromBase && baseHref !== undefined && (
            <a class="plain" href={baseHref} aria-label={`${t.organizationSetting}: ${label}`}>
              {t.organizationSetting}
            </a>
          )}
          <button
            type="button"
            class="plain"
            aria-label={`${label}: ${t.whoCan}`}
            onClick={() => void openWho(label, () => explain(shown))}
          >
            {t.whoCan}
          </button>
        </p>
      </div>
      {isBoxOpen.value && (
        <GroupSettingField
          label={label}
          value={shown}
          rules={rules}
          isFocused
          describedBy={`${own}-who`}
          onChange={choose}
        />
      )}
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
      {(isOpen || isBoxOpen.value) && (
        <p class="group-setting-buttons">
          {hasChanged ? (
            <button type="button" class="button primary" disabled={isEmpty} onClick={() => void store(value)}>
              {t.saveAllTheSame}
            </button>
          ) : (
            isOpen && (
              <button
                type="submit"
                class="button primary"
                aria-describedby={`${own}-label-value`}
                disabled={isBusy || isEmpty}
              >
                {t.save}
              </button>
            )
          )}
          <button type="button" class="button" disabled={isBusy} onClick={close}>
            {hasChanged ? t.takeTheirs : isOpen ? t.discard : t.close}
          </button>
        </p>
      )}
      <p class="soft small group-setting-state" role="status">
        {isBusy ? t.saving : isSaved.value && !isOpen ? t.saved : ''}
      </p>
    </form>
  )
}
