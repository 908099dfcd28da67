import './restrict.css'
import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { getUserRestrictions, liftRestriction } from '../../src/features/people/restrictions/api.ts'
import { type Restriction, restrictionKinds } from '../../src/features/people/restrictions/wire.ts'
import { openDialog } from '../parts/dialog.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { nameOf } from '../store/people.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import { RestrictionForm } from './restriction-form.tsx'
import { endText, kindText, madeText, untilText } from './restriction-text.ts'

/** Shows a person's restrictions, or the form for the first one; or the form to change one. */
export async function openRestrict(userId: UserId, changed?: Restriction): Promise<void> {
  const name = nameOf(userId) || s.someone
  try {
    const { restrictions } = await api.call(getUserRestrictions, { user_id: userId })
    void openDialog({ title: s.title(name) }, (close) => (
      <Restrict userId={userId} name={name} restrictions={restrictions} changed={changed} close={close} />
    ))
  } catch (problem) {
    showRefusal(problem)
  }
}

export async function lift({ user_id, id }: Restriction): Promise<void> {
  await api.call(liftRestriction, { user_id, restriction_id: id })
  toast(s.lifted(nameOf(user_id) || s.someone))
}

interface Props {
  readonly userId: UserId
  readonly name: string
  /** With those that have ended. */
  readonly restrictions: readonly Restriction[]
  readonly changed: Restriction | undefined
  close(): void
}

function Restrict({ userId, name, restrictions, changed, close }: Props) {
  const form = useSignal<Restriction | 'new' | undefined>(changed)
  const current = restrictions.filter(({ ended_at }) => ended_at === null)
  const earlier = restrictions.filter(({ ended_at }) => ended_at !== null)
  const kinds = restrictionKinds.filter((kind) => !current.some((one) => one.kind === kind))
  const before = typeof form.value === 'object' ? form.value : undefined
  const done = () => toast(s.restricted(name))
  if (before) return <RestrictionForm userId={userId} kinds={kinds} before={before} close={close} done={() => {}} />
  if (current.length === 0 || form.value === 'new')
    return (
      <>
        <RestrictionForm userId={userId} kinds={kinds} close={close} done={done} />
        <Earlier restrictions={earlier} />
      </>
    )
  return (
    <>
      <div class="dialog-body">
        <Current restrictions={current} name={name} change={(one) => (form.value = one)} close={close} />
        {kinds.length > 0 && (
          <button type="button" class="button" onClick={() => (form.value = 'new')}>
            {s.another}
          </button>
        )}
      </div>
      <Earlier restrictions={earlier} />
    </>
  )
}

interface CurrentProps {
  readonly restrictions: readonly Restriction[]
  readonly name: string
  change(one: Restriction): void
  close(): void
}

function Current({ restrictions, name, change, close }: CurrentProps) {
  return (
    <ul class="restrictions" aria-label={s.list}>
      {restrictions.map((one) => (
        <li key={one.id}>
          <RestrictionFacts restriction={one} />
          <div class="restriction-buttons">
            <button type="button" class="button" aria-label={s.changeOf(name)} onClick={() => change(one)}>
              {s.change}
            </button>
            <button
              type="button"
              class="button"
              aria-label={s.liftOf(name)}
              onClick={() => void lift(one).then(close, showRefusal)}
            >
              {s.lift}
            </button>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Earlier = ({ restrictions }: { restrictions: readonly Restriction[] }) =>
  restrictions.length === 0 ? null : (
    <details class="earlier-restrictions">
      <summary>{s.earlier}</summary>
      <ul class="restrictions" aria-label={s.earlier}>
        {restrictions.map((one) => (
          <li key={one.id}>
            <RestrictionFacts restriction={one} />
          </li>
        ))}
      </ul>
    </details>
  )

/** Lines of text about a restriction, in a list item. */
export const RestrictionFacts = ({ restriction: one }: { restriction: Restriction }) => (
  <>
    <span dir="auto">
      {kindText(one)} · {one.ended_at === null ? untilText(one) : endText(one)}
    </span>
    <span dir="auto">{one.reason}</span>
    {one.note !== '' && (
      <span class="soft small" dir="auto">
        {s.note}: {one.note}
      </span>
    )}
    <span class="soft small" dir="auto">
      {madeText(one)}
    </span>
  </>
)
