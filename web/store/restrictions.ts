import { computed } from '@preact/signals'
import { blocks, isInEffect, type RestrictedAction } from '../../src/features/people/restrictions/rules.ts'
import type { OwnRestriction } from '../../src/features/people/restrictions/wire.ts'
import { clockFor } from './clock.ts'
import { part } from './connection.ts'

const own = part<readonly OwnRestriction[] | undefined>('own_restrictions')
const nowMs = clockFor(() => (own.value ?? []).flatMap(({ until }) => (until === null ? [] : [until * 1_000])))

const inEffect = computed(() => (own.value ?? []).filter((one) => isInEffect(one, nowMs.value)))

/** The user's restriction that blocks an act; undefined if none does. */
export const ownRestriction = (act: RestrictedAction): OwnRestriction | undefined =>
  inEffect.value.find((one) => blocks(one, act))
