import { computed, effect, signal } from '@preact/signals'
import { blocks, isInEffect, type RestrictedAction } from '../../src/features/people/restrictions/rules.ts'
import type { OwnRestriction } from '../../src/features/people/restrictions/wire.ts'
import { part } from './connection.ts'

const own = part<readonly OwnRestriction[] | undefined>('own_restrictions')
const nowMs = signal(Date.now())
/** Browsers run longer timers at once. */
const longestTimerMs = 2 ** 31 - 1

const inEffect = computed(() => (own.value ?? []).filter((one) => isInEffect(one, nowMs.value)))

// looks at the clock again when the next restriction ends
effect(() => {
  const ends = inEffect.value.flatMap(({ until }) => (until === null ? [] : [until * 1_000]))
  if (ends.length === 0) return
  const timer = setTimeout(
    () => (nowMs.value = Date.now()),
    Math.min(Math.max(Math.min(...ends) - Date.now(), 0), longestTimerMs),
  )
  return () => clearTimeout(timer)
})

/** The user's restriction that blocks an act; undefined if none does. */
export const ownRestriction = (act: RestrictedAction): OwnRestriction | undefined =>
  inEffect.value.find((one) => blocks(one, act))
