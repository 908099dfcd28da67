import { computed } from '@preact/signals'
import { part } from './connection.ts'

const muted = part<{ id: number }[]>('muted_users')

export const mutedPeople = computed<ReadonlySet<number>>(() => new Set(muted.value?.map(({ id }) => id)))
